import css from "./Sorting.module.css";
import type { Sorting } from "./sorting";
import { Filter } from "./Tools";

interface SortSelectProps<V extends string> {
  label: string;
  sorting: Sorting<V>;
  word(value: V): string;
  /** The width from which the heads of all columns that sort are shown: `wide` 1101, `medium` 768 pixels. */
  until: "wide" | "medium";
}

/** The order of a list where some heads that sort are hidden. */
export function SortSelect<V extends string>({ label, sorting, word, until }: SortSelectProps<V>) {
  return (
    <span className={css[until]}>
      <Filter
        label={label}
        value={sorting.chosen.value}
        options={sorting.orders.map(({ value }) => ({ value, label: word(value) }))}
        onChoose={(value) => {
          const order = sorting.orders.find((one) => one.value === value);
          if (order) sorting.choose(order);
        }}
      />
    </span>
  );
}
