import type { ReactNode } from "react";
import css from "../admin.module.css";
import { DataTable, type DataTableProps } from "./DataTable";

interface RecordListProps<T> extends Omit<DataTableProps<T>, "rowKey" | "chosen"> {
  /** What narrows it. */
  tools?: ReactNode;
  /** What there is to say of how it is narrowed. */
  hint?: ReactNode;
  /** The id of the record that is open beside it. */
  open?: string | undefined;
  /** The ids of records that are ticked. */
  picked?: ReadonlySet<string>;
}

/** The list that a screen is for: what narrows it, and a row a record. */
export function RecordList<T extends { _id: string }>({
  tools,
  hint,
  open,
  picked,
  ...table
}: RecordListProps<T>) {
  return (
    <section className={`${css.panel} ${css.list}`}>
      {tools && <div className={css.tools}>{tools}</div>}
      {hint && <p className={css.soft}>{hint}</p>}
      <DataTable
        {...table}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open || picked?.has(_id) === true}
      />
    </section>
  );
}
