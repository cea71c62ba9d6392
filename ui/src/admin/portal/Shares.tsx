import { formatPoints } from "../../i18n/format";
import { Change } from "./Change";
import { percentChange } from "./change";
import css from "./Portal.module.css";

export interface Share {
  key: string;
  name: string;
  points: number;
  pointsBefore: number;
}

/** Names with a bar of points and the change against the period before. Bars begin at zero. */
export function Shares({ rows }: { rows: readonly Share[] }) {
  const most = Math.max(1, ...rows.map(({ points }) => points));
  return (
    <ul className={css.shares}>
      {rows.map(({ key, name, points, pointsBefore }) => (
        <li key={key}>
          <span>{name}</span>
          <svg viewBox="0 0 100 14" preserveAspectRatio="none" aria-hidden="true">
            <rect width={(Math.max(0, points) / most) * 100} height={14} />
          </svg>
          <b>{formatPoints(points)}</b>
          <Change of={percentChange(points, pointsBefore)} />
        </li>
      ))}
    </ul>
  );
}
