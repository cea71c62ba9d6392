import { useId } from "react";
import css from "./Blossom.module.css";
import { classes } from "./classes";
import { CALYX, CINQUEFOIL, PETAL, PETAL_DARK, PETAL_LIGHT, STAMENS, TURNS } from "./petals";

interface BlossomProps {
  size: number;
  /** Tone on tone, for printing on red. */
  print?: boolean;
  /** Off where a long number needs the room. */
  stamens?: boolean;
  className?: string | undefined;
}

/** The five-petal flower, front-facing and folded once. */
export function Blossom({ size, print = false, stamens = true, className }: BlossomProps) {
  return (
    <svg
      className={classes(print && css.print, className)}
      viewBox="-105 -105 210 210"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {TURNS.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path className={css.light} d={PETAL_LIGHT} />
          <path className={css.dark} d={PETAL_DARK} />
        </g>
      ))}
      {stamens && (
        <>
          <path className={css.calyx} d={CALYX} transform="rotate(36)" />
          <path className={css.stamen} d={STAMENS.map(([x, y]) => `M0 0L${x} ${y}`).join("")} />
          {STAMENS.map(([x, y]) => (
            <circle key={x + y} className={css.pollen} cx={x} cy={y} r="3.6" />
          ))}
          <circle className={css.pollen} r="8" />
        </>
      )}
    </svg>
  );
}

// From the centre to the tip of a petal.
const REACH = 104.5;

/**
 * Time left in petals: `left` of five stay red. They go one after another, from the top to the right,
 * and the one that is going does so from its tip.
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

/** The sign of points beside a number. */
export function Pip({ size, red = false }: { size: number; red?: boolean }) {
  return (
    <svg
      className={classes(css.pip, red && css.red)}
      viewBox="-52 -52 104 104"
      width={size}
      height={size}
      aria-hidden="true"
    >
      <path d={CINQUEFOIL} />
      <circle className={css.pollen} r="14" />
    </svg>
  );
}
