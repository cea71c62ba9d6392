import type { ReactNode } from "react";
import css from "./Charts.module.css";

interface BarListProps {
  rows: readonly { key: string; name: ReactNode; value: number; shown: string }[];
}

/** Names with a bar each; the longest bar has full width. */
export function BarList({ rows }: BarListProps) {
  const most = Math.max(1, ...rows.map(({ value }) => value));
  return (
    <ul className={css.bars}>
      {rows.map(({ key, name, value, shown }) => (
        <li key={key}>
          <span>{name}</span>
          <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
            <rect className={css.issued} width={(Math.max(0, value) / most) * 100} height={14} />
          </svg>
          <b>{shown}</b>
        </li>
      ))}
    </ul>
  );
}
