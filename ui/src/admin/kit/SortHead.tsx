import type { ReactNode } from "react";
import { classes } from "../../kit/classes";
import { ArrowDownIcon, ArrowUpIcon } from "../../kit/icons/icons-admin";
import css from "./Sorting.module.css";
import { nextOrder, type Sorting } from "./sorting";

interface SortHeadProps<V extends string> {
  sorting: Sorting<V>;
  column: string;
  /** True if the head is aligned to the end. Its arrow is then before the text. */
  end?: boolean | undefined;
  children: ReactNode;
}

/** The head of a column that sorts. The arrow shows the order of the list, or faintly what a press would choose. */
export function SortHead<V extends string>({ sorting, column, end, children }: SortHeadProps<V>) {
  const sorted = sorting.chosen.column === column;
  const next = nextOrder(sorting, column);
  const Arrow = (sorted ? sorting.chosen : next).way === "ascending" ? ArrowUpIcon : ArrowDownIcon;
  return (
    <button
      type="button"
      className={classes(css.head, sorted && css.sorted, end && css.end)}
      onClick={() => sorting.choose(next)}
    >
      {children}
      <Arrow size={16} />
    </button>
  );
}
