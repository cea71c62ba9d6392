import { classes } from "../classes";
import css from "./Blossom.module.css";
import { CALYX, CINQUEFOIL, PETAL_DARK, PETAL_LIGHT, STAMENS, TURNS } from "./petals";

interface BlossomProps {
  size: number;
  /** Tone on tone, on red. */
  print?: boolean;
  /** Off where a long number needs the space. */
  stamens?: boolean;
  className?: string | undefined;
}

/** The five-petal flower from the front, folded once. */
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

/** The symbol of points beside a number. */
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
