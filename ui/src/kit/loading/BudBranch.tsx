import { useId } from "react";
import css from "./States.module.css";

export function Bud({ at }: { at: string }) {
  return (
    <g transform={at}>
      <path d="M0-46C-14-38-17-24-12-14L0-16Z" fill="#D8402A" />
      <path d="M0-46C14-38 17-24 12-14L0-16Z" fill="#B32A18" />
      <path d="M-13-20C-14-8-9 0 0 0V-17Z" fill="#17463A" />
      <path d="M13-20C14-8 9 0 0 0V-17Z" fill="#0C2F27" />
    </g>
  );
}

/** A branch with buds, for an empty state. */
export function BudBranch() {
  const clip = useId();
  return (
    <svg className={css.picture} viewBox="0 0 240 170" width="240" height="170" aria-hidden="true">
      <ellipse cx="120" cy="156" rx="96" ry="9" className={css.ground} />
      <path
        d="M20 140C60 128 92 108 118 78C138 54 166 40 214 30L216 38C172 50 146 64 128 88C100 122 66 142 22 150Z"
        fill="#6B4A38"
      />
      <path d="M118 78C112 62 112 48 116 32L124 33C122 48 124 60 130 72Z" fill="#523626" />
      <Bud at="translate(120 34) rotate(2) scale(0.9)" />
      <Bud at="translate(212 34) rotate(66) scale(0.8)" />
      <Bud at="translate(60 132) rotate(-30) scale(0.8)" />
      <path
        d="M182.24 79.3A5.55 5.55 0 0 1 189.83 85.12A5.55 5.55 0 0 1 192.7 94.24A5.55 5.55 0 0 1 186.88 101.83A5.55 5.55 0 0 1 177.76 104.7A5.55 5.55 0 0 1 170.17 98.88A5.55 5.55 0 0 1 167.3 89.76A5.55 5.55 0 0 1 173.12 82.17A5.55 5.55 0 0 1 182.24 79.3Z"
        // Illustrations do not change with the theme.
        fill="#FFFDF8"
      />
      <clipPath id={clip}>
        <path d="M181.5 72.5L201 72.5V113H166.5Z" />
      </clipPath>
      <path
        d="M182.24 79.3A5.55 5.55 0 0 1 189.83 85.12A5.55 5.55 0 0 1 192.7 94.24A5.55 5.55 0 0 1 186.88 101.83A5.55 5.55 0 0 1 177.76 104.7A5.55 5.55 0 0 1 170.17 98.88A5.55 5.55 0 0 1 167.3 89.76A5.55 5.55 0 0 1 173.12 82.17A5.55 5.55 0 0 1 182.24 79.3Z"
        fill="#E9E2D3"
        clipPath={`url(#${clip})`}
      />
      <path d="M180.75 93.5l-3 20.25" stroke="#523626" strokeWidth="1.05" opacity=".55" />
      <ellipse cx="177.6" cy="114.5" rx="1.95" ry="2.85" transform="rotate(12 177.6 114.5)" fill="#523626" />
    </svg>
  );
}
