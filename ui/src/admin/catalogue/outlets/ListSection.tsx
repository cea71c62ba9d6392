import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { CsvLink } from "../../kit/FileLink";
import { NothingYet } from "../../kit/NothingYet";
import own from "./Outlets.module.css";

interface PartProps<T extends { _id: string }> {
  title: string;
  /** The path of the API call that lists the records, if it writes CSV too. */
  path?: string;
  /** The button that adds a record. */
  add: ReactNode;
  none: string;
  /** Shown beside `none`. */
  picture: ReactNode;
  of: { data: readonly T[] | undefined; isError: boolean; refetch(): unknown };
  row(one: T): ReactNode;
}

/** Adds the record's name to a button for screen readers. */
export function Of({ children }: { children: string }) {
  return <span className={text.sr}> {children}</span>;
}

/** One of the short lists: outlets, tills, cashiers or keys of earn links. */
export function ListSection<T extends { _id: string }>({
  title,
  path,
  add,
  none,
  picture,
  of,
  row,
}: PartProps<T>) {
  const { t } = useTranslation("adminCounters");
  return (
    <section aria-label={title}>
      <div className={css.panelHead}>
        <h3>{title}</h3>
        {path && of.data && of.data.length > 0 && <CsvLink path={path} of={title} />}
        {add}
      </div>
      <Loaded of={of} failed={t("failed")} skeleton={<RowSkeleton count={1} />}>
        {(all) =>
          all.length === 0 ? (
            <NothingYet picture={picture}>{none}</NothingYet>
          ) : (
            <ul className={own.rows}>
              {all.map((one) => (
                <li key={one._id}>{row(one)}</li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}
