import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { BackIcon, ChevronIcon } from "../../kit/icons/icons-basic";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { ErrorState } from "../../kit/loading/States";
import text from "../../kit/styles/text.module.css";
import css from "../admin.module.css";
import type { PageView } from "./pages";

export interface Column<T> {
  key: string;
  /** Its head; `hidden` leaves the words to screen readers. */
  head: ReactNode;
  hidden?: boolean;
  cell(row: T): ReactNode;
  /** Numbers stand at the end. */
  end?: boolean;
  soft?: boolean;
  /** Narrower than this it goes: `wide` 1101, `medium` 768, `small` 560. */
  from?: "wide" | "medium" | "small";
  /** What of it stands below what names the row, where it has gone; the earlier it goes the nearer to the front. */
  below?(row: T): ReactNode;
  /** It names the row: what the columns tell that have gone stands below it. */
  names?: boolean;
}

interface TableProps<T> {
  /** What is listed, for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey(row: T): string;
  chosen?: ((row: T) => boolean) | undefined;
}

const GONE = { wide: "goneWide", medium: "goneMedium", small: "goneSmall" } as const;
const EARLIEST = ["wide", "medium", "small"] as const;

function Gone<T>({ columns, row }: { columns: readonly Column<T>[]; row: T }) {
  const told = EARLIEST.flatMap((from) => columns.filter((column) => column.from === from && column.below));
  return (
    <span className={css.two}>
      {told.map(({ key, from, below }) => {
        const words = below?.(row);
        return (
          words && (
            <span key={key} className={from && css[GONE[from]]}>
              {words}
            </span>
          )
        );
      })}
    </span>
  );
}

const place = <T,>({ end, soft, from }: Column<T>) =>
  classes(end && css.end, soft && css.soft, from && css[from]);

/** A table of the admin app. */
export function Table<T>({ label, columns, rows, rowKey, chosen }: TableProps<T>) {
  return (
    <div className={css.tableBox}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={place(column)}>
                {column.hidden ? <span className={text.sr}>{column.head}</span> : column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className={classes(chosen?.(row) && css.chosen)}>
              {columns.map((column) => (
                <td key={column.key} className={place(column)}>
                  {column.cell(row)}
                  {column.names && <Gone columns={columns} row={row} />}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

export interface DataTableProps<T> extends Omit<TableProps<T>, "rows"> {
  pages: PageView<T>;
  /** Title of the error state. */
  failed: string;
  empty: { title: string; text: string; action?: ReactNode };
}

/** A list from the server: grey rows, error, nothing, or a table with a way on. */
export function DataTable<T>({ pages, failed, empty, ...table }: DataTableProps<T>) {
  const { t } = useTranslation("desk");
  const { rows } = pages;
  if (rows === undefined) {
    return pages.isError ? (
      <ErrorState title={failed} error={pages.error ?? null} onRetry={() => pages.refetch()} />
    ) : (
      <RowSkeleton count={6} />
    );
  }
  if (rows.length === 0) return <EmptyState {...empty} />;
  const last = pages.first + rows.length - 1;
  const range = { first: pages.first, last, total: pages.total ?? 0 };
  return (
    <>
      <Table {...table} rows={rows} />
      <div className={css.pager}>
        <span role="status">{pages.total === undefined ? t("range", range) : t("rangeOf", range)}</span>
        {(pages.hasBefore || pages.hasAfter) && (
          <span>
            <IconButton label={t("previousPage")} disabled={!pages.hasBefore} onClick={pages.before}>
              <BackIcon size={20} />
            </IconButton>
            <IconButton label={t("nextPage")} disabled={!pages.hasAfter} onClick={() => void pages.after()}>
              <ChevronIcon size={20} />
            </IconButton>
          </span>
        )}
      </div>
    </>
  );
}
