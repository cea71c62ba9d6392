import { formatPoints } from "../../i18n/format";
import css from "../admin.module.css";
import { type Column, Table } from "./DataTable";
import own from "./FileOutcome.module.css";

/** So many rows of a file are shown at the most. */
const SHOWN = 200;

/** What a file comes to, before it is taken in. */
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
  /** Whether a row has a mistake: those come first. */
  isBad(row: T): boolean;
  columns: Column<T>[];
  /** Says how many more there are. */
  more(count: number): string;
}

/** What would become of each row of a file. */
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
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard has to scroll it. */}
      <section className={own.rows} tabIndex={0} aria-label={label}>
        <Table label={label} rows={shown} rowKey={({ line }) => String(line)} columns={columns} />
      </section>
      {rows.length > SHOWN && <p className={css.soft}>{more(rows.length - SHOWN)}</p>}
    </>
  );
}
