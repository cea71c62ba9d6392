import { type ReactNode, useRef } from "react";
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
import { SortHead } from "./SortHead";
import type { SortedColumn, Sorting } from "./sorting";
import { useOverflow } from "./useOverflow";

export interface Column<T> extends SortedColumn<T> {
  /** The column heading; `hidden` shows it to screen readers only. */
  head: ReactNode;
  hidden?: boolean;
  cell(row: T): ReactNode;
  /** Aligned to the end, for numbers. */
  end?: boolean;
  soft?: boolean;
  /** Hidden below this width: `wide` 1101, `medium` 768, `small` 560 pixels. */
  from?: "wide" | "medium" | "small";
  /** Shown below the row's name when the column is hidden; columns that hide earlier come first. */
  below?(row: T): ReactNode;
  /** This column names the row; the values of hidden columns are shown below it. */
  names?: boolean;
}

interface TableProps<T, V extends string = string> {
  /** Names the listed records for screen readers. */
  label: string;
  columns: readonly Column<T>[];
  rows: readonly T[];
  rowKey(row: T): string;
  chosen?: ((row: T) => boolean) | undefined;
  /** The order of the rows; the heads of its columns change it. */
  sorting?: Sorting<V> | undefined;
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

interface HeadProps<T, V extends string> {
  column: Column<T>;
  sorting: Sorting<V> | undefined;
}

function Head<T, V extends string>({ column, sorting }: HeadProps<T, V>) {
  const { key, hidden, head } = column;
  const sorts = sorting?.orders.some((order) => order.column === key);
  const sorted = sorting?.chosen.column === key;
  return (
    <th scope="col" className={place(column)} aria-sort={sorted ? sorting.chosen.way : undefined}>
      {hidden ? (
        <span className={text.sr}>{head}</span>
      ) : sorting && sorts ? (
        <SortHead sorting={sorting} column={key} end={column.end}>
          {head}
        </SortHead>
      ) : (
        head
      )}
    </th>
  );
}

export function Table<T, V extends string = string>({
  label,
  columns,
  rows,
  rowKey,
  chosen,
  sorting,
}: TableProps<T, V>) {
  const box = useRef<HTMLDivElement>(null);
  // The keyboard has to reach a box that scrolls: its table may hold nothing that takes the focus.
  const scrolls = useOverflow(box);
  return (
    <div ref={box} className={css.tableBox} tabIndex={scrolls ? 0 : undefined}>
      <table className={css.table} aria-label={label}>
        <thead>
          <tr>
            {columns.map((column) => (
              <Head key={column.key} column={column} sorting={sorting} />
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

export interface DataTableProps<T, V extends string = string> extends Omit<TableProps<T, V>, "rows"> {
  pages: PageView<T>;
  /** Title of the error state. */
  failed: string;
  /** Without a picture of its own, an empty list shows a branch with buds. */
  empty: { picture?: ReactNode; title: string; text: string; action?: ReactNode };
}

/** A list from the server: loading, error or empty state, or a table with paging. */
export function DataTable<T, V extends string = string>({
  pages,
  failed,
  empty,
  sorting,
  ...table
}: DataTableProps<T, V>) {
  const { t } = useTranslation("admin");
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
      {sorting ? (
        <Table {...table} rows={rows} sorting={sorting} />
      ) : (
        <Table {...table} rows={rows} sorting={pages.sorting} />
      )}
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
