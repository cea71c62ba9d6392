import { useId } from "react";
import css from "./Blossom.module.css";
import { PETAL, PETAL_DARK, PETAL_LIGHT, TURNS } from "./petals";

// The distance from the centre to the tip of a petal.
const REACH = 104.5;

/**
 * Time left as petals: `left` of five stay red. They disappear one after another, clockwise from the top,
 * each from its tip.
 */
export function PetalTimer({ left, size }: { left: number; size: number }) {
  const clip = useId();
  return (
    <svg viewBox="-106 -106 212 212" width={size} height={size} aria-hidden="true">
      {TURNS.map((turn, index) => {
        const part = Math.min(1, left - (TURNS.length - 1 - index));
        return (
          <g key={turn} transform={`rotate(${turn})`}>
            <path className={css.gone} d={PETAL} />
            {part > 0 && part < 1 && (
              <clipPath id={clip}>
                <rect x="-60" y={-REACH * part} width="120" height={REACH + 6} />
              </clipPath>
            )}
            {part > 0 && (
              <g clipPath={part < 1 ? `url(#${clip})` : undefined}>
                <path className={css.light} d={PETAL_LIGHT} />
                <path className={css.dark} d={PETAL_DARK} />
              </g>
            )}
          </g>
        );
      })}
      <circle className={css.pollen} r="22" />
    </svg>
  );
}
