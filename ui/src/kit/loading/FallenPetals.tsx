import { PETAL_DARK, PETAL_LIGHT } from "../screen/petals";
import css from "./States.module.css";

const FALLEN = [
  "translate(92 92) rotate(72) scale(.62)",
  "translate(92 92) rotate(144) scale(.62)",
  "translate(92 92) rotate(216) scale(.62)",
  "translate(172 146) rotate(62) scale(.62)",
  "translate(52 152) rotate(-80) scale(.5)",
];

/** A flower that lost petals, for a failure. */
export function FallenPetals() {
  return (
    <svg className={css.picture} viewBox="0 0 240 170" width="240" height="170" aria-hidden="true">
      <ellipse cx="120" cy="156" rx="96" ry="9" className={css.ground} />
      {FALLEN.map((at) => (
        <g key={at} transform={at}>
          <path d={PETAL_LIGHT} fill="#D8402A" />
          <path d={PETAL_DARK} fill="#B32A18" />
        </g>
      ))}
      <circle cx="92" cy="92" r="15" fill="#F2B632" />
    </svg>
  );
}
