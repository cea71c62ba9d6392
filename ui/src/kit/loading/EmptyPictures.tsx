import type { ReactNode } from "react";
import { PETAL_DARK, PETAL_LIGHT, TURNS } from "../screen/petals";
import { Bud } from "./BudBranch";
import css from "./States.module.css";

export function Picture({ children }: { children: ReactNode }) {
  return (
    <svg className={css.picture} viewBox="0 0 240 170" width="240" height="170" aria-hidden="true">
      <ellipse cx="120" cy="156" rx="96" ry="9" className={css.ground} />
      {children}
    </svg>
  );
}

export function Petal({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path d={PETAL_LIGHT} fill="#D8402A" />
      <path d={PETAL_DARK} fill="#B32A18" />
    </g>
  );
}

/** A bell that has not rung yet. */
export function EmptyBell() {
  return (
    <Picture>
      <g transform="translate(120 92)">
        <path d="M-46 40V-6A46 46 0 0 1 46-6V40L58 54H-58Z" fill="#F2B632" />
        <path d="M0-52A46 46 0 0 1 46-6V40L58 54H0Z" fill="#D8932A" />
        <path d="M-5-66H5V-50H-5Z" fill="#6B4A38" />
        <path d="M-16 54H16C14 68 8 74 0 74S-14 68-16 54Z" fill="#D8402A" />
        <path d="M0 54H16C14 68 8 74 0 74Z" fill="#B32A18" />
      </g>
      <Bud at="translate(40 120) rotate(-30) scale(0.8)" />
      <Petal at="translate(198 52) rotate(30) scale(.3)" />
    </Picture>
  );
}

/** A magnifying glass over one petal: a search without a result. */
export function EmptySearch() {
  return (
    <Picture>
      <g transform="translate(108 72)">
        <circle r="46" fill="#B5D2D6" />
        <path d="M0-46A46 46 0 0 1 0 46Z" fill="#94BCC3" />
        <circle r="46" fill="none" stroke="#17463A" strokeWidth="10" />
        <path d="M34 34L66 66" stroke="#0C2F27" strokeWidth="16" strokeLinecap="round" />
        <Petal at="translate(0 24) scale(.42)" />
      </g>
    </Picture>
  );
}

/** A receipt with a blossom. */
export function EmptyReceipt() {
  return (
    <Picture>
      <g transform="translate(120 84)">
        <path d="M-40-62H40V66l-10-8-10 8-10-8-10 8-10-8-10 8-10-8-10 8Z" fill="#FFFDF8" />
        <path d="M0-62H40V66l-10-8-10 8-10-8-10 8Z" fill="#E6DCC8" />
        <path d="M-26-42H14M-26-26H4M-26-10H18" stroke="#523626" strokeWidth="4" />
        <g transform="translate(0 32) scale(.26)">
          {TURNS.map((turn) => (
            <Petal key={turn} at={`rotate(${turn})`} />
          ))}
          <circle r="22" fill="#F2B632" />
        </g>
      </g>
      <Bud at="translate(196 150) rotate(24) scale(0.7)" />
    </Picture>
  );
}
