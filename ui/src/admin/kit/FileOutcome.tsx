import { formatPoints } from "../../i18n/format";
import css from "../admin.module.css";
import { type Column, Table } from "./DataTable";
import own from "./FileOutcome.module.css";

/** Maximum rows shown. */
const SHOWN = 200;

/** Totals of a dry run. */
export function FileCounts({ numbers }: { numbers: readonly (readonly [name: string, number: number])[] }) {
  return (
    <div className={own.counts} role="status">
      {numbers.map(([name, number]) => (
        <div key={name}>
          {name}
          <b>{formatPoints(number)}</b>
        </div>
      ))}
    </div>
  );
}

interface FileRowsProps<T> {
  label: string;
  rows: readonly T[];
  /** Returns whether a row has an error. Rows with errors come first. */
  isBad(row: T): boolean;
  columns: Column<T>[];
  /** Says how many rows are not shown. */
  more(count: number): string;
}

/** The dry-run result of each row. */
export function FileRows<T extends { line: number }>({
  label,
  rows,
  isBad,
  columns,
  more,
}: FileRowsProps<T>) {
  const shown = [...rows].sort((a, b) => Number(isBad(b)) - Number(isBad(a))).slice(0, SHOWN);
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users have to scroll it. */}
      <section className={own.rows} tabIndex={0} aria-label={label}>
        <Table label={label} rows={shown} rowKey={({ line }) => String(line)} columns={columns} />
      </section>
      {rows.length > SHOWN && <p className={css.soft}>{more(rows.length - SHOWN)}</p>}
    </>
  );
}
