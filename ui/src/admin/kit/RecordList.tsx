import type { ReactNode } from "react";
import css from "../admin.module.css";
import { DataTable, type DataTableProps } from "./DataTable";
import { ListTools } from "./ListTools";

interface RecordListProps<T, V extends string> extends Omit<DataTableProps<T, V>, "rowKey" | "chosen"> {
  /** The search, the filters and the order. */
  tools?: ReactNode;
  /** The names of the filters in the address. On a phone a button shows them. */
  filters?: readonly string[];
  /** A note about the current filters. */
  hint?: ReactNode;
  /** The id of the record open beside the list. */
  open?: string | undefined;
  /** The ids of selected records. */
  picked?: ReadonlySet<string>;
}

/** The main list of a screen: filters, and one row per record. */
export function RecordList<T extends { _id: string }, V extends string = string>({
  tools,
  filters,
  hint,
  open,
  picked,
  ...table
}: RecordListProps<T, V>) {
  return (
    <section className={`${css.panel} ${css.list}`}>
      {tools &&
        (filters ? (
          <ListTools filters={filters}>{tools}</ListTools>
        ) : (
          <div className={css.tools}>{tools}</div>
        ))}
      {hint && <p className={css.soft}>{hint}</p>}
      <DataTable
        {...table}
        rowKey={({ _id }) => _id}
        chosen={({ _id }) => _id === open || picked?.has(_id) === true}
      />
    </section>
  );
}
