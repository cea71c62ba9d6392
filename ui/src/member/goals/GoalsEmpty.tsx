import { CINQUEFOIL } from "../../kit/screen/petals";
import { Pressed } from "../../shared/goals/Stamps";
import css from "./GoalsEmpty.module.css";

const FREE = [
  [0, -25],
  [46, -25],
  [-46, 25],
  [0, 25],
  [46, 25],
] as const;

/** An empty stamp card with its first blossom. */
function EmptyCard() {
  return (
    <svg className={css.art} viewBox="0 0 240 170" width="240" height="170" aria-hidden="true">
      <ellipse className={css.ground} cx="120" cy="156" rx="96" ry="9" />
      <g transform="translate(120 80) rotate(-4)">
        <rect className={css.paper} x="-74" y="-58" width="148" height="116" rx="8" />
        {FREE.map(([x, y]) => (
          <path
            key={x + y}
            className={css.free}
            d={CINQUEFOIL}
            transform={`translate(${x} ${y}) scale(.5)`}
          />
        ))}
        <g transform="translate(-46 -25) rotate(-8) scale(.24)">
          <Pressed />
        </g>
      </g>
    </svg>
  );
}

/** The screen's content while there are no goals. */
export function GoalsEmpty({ title, text }: { title: string; text: string }) {
  return (
    <div className={css.empty}>
      <EmptyCard />
      <h2>{title}</h2>
      <p>{text}</p>
    </div>
  );
}
