import { useTranslation } from "react-i18next";
import { Check } from "../../../kit/form/Choice";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import type { Column } from "../DataTable";

interface PickProps<R> {
  ids: ReadonlySet<string>;
  /** The rows of the current page. */
  rows: readonly R[];
  nameOf(row: R): string;
  onPick(ids: ReadonlySet<string>): void;
}

/** A column of checkboxes, with one in the heading for the whole page. */
export function usePick<R extends { _id: string }>({ ids, rows, nameOf, onPick }: PickProps<R>): Column<R> {
  const { t } = useTranslation("adminContent");
  const change = (changed: readonly R[], on: boolean) => {
    const next = new Set(ids);
    for (const { _id } of changed) {
      if (on) next.add(_id);
      else next.delete(_id);
    }
    onPick(next);
  };
  const tick = (name: string, label: string, of: readonly R[]) => (
    <span className={css.above}>
      <Check
        name={name}
        checked={of.length > 0 && of.every(({ _id }) => ids.has(_id))}
        onChange={(on) => change(of, on)}
      >
        <span className={text.sr}>{label}</span>
      </Check>
    </span>
  );
  return {
    key: "pick",
    head: tick("pick-page", t("selectPage"), rows),
    cell: (row) => tick("pick", t("select", { name: nameOf(row) }), [row]),
  };
}
