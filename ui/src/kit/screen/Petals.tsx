import { classes } from "../classes";
import css from "./Petals.module.css";
import { PETAL_DARK, PETAL_LIGHT } from "./petals";

/** Place, turn and size of each petal; every second one is pale. */
const PETALS = [
  "translate(34 60) rotate(30) scale(.42)",
  "translate(96 34) rotate(-60) scale(.3)",
  "translate(176 58) rotate(12) scale(.26)",
  "translate(270 30) rotate(-24) scale(.28)",
  "translate(334 76) rotate(48) scale(.46)",
  "translate(226 44) rotate(-80) scale(.2)",
  "translate(16 150) rotate(64) scale(.22)",
  "translate(24 262) rotate(-14) scale(.34)",
  "translate(334 350) rotate(22) scale(.38)",
  "translate(352 262) rotate(-40) scale(.3)",
  "translate(56 430) rotate(70) scale(.26)",
  "translate(92 470) rotate(40) scale(.22)",
  "translate(196 486) rotate(14) scale(.24)",
  "translate(296 462) rotate(-52) scale(.26)",
];
// The last petal starts last.
const LAST = PETALS.length - 1;

interface PetalsProps {
  /** Called when all petals have left the screen. Without it, the petals stay at their ends. */
  onPassed?: () => void;
}

/** Petals that fall over the screen once. */
export function Petals({ onPassed }: PetalsProps) {
  return (
    <svg
      className={classes(css.air, onPassed && css.passing)}
      viewBox="0 0 375 812"
      preserveAspectRatio="xMidYMin slice"
      aria-hidden="true"
    >
      {PETALS.map((place, at) => (
        <g key={place} className={css.petal} onAnimationEnd={at === LAST ? onPassed : undefined}>
          <g transform={place}>
            <g transform="translate(0 52)">
              <path d={PETAL_LIGHT} fill={at % 2 ? "#F4CDBB" : "#D8402A"} />
              <path d={PETAL_DARK} fill={at % 2 ? "#E9AF98" : "#8F1F0F"} />
            </g>
          </g>
        </g>
      ))}
    </svg>
  );
}
