import { useId } from "react";
import { PETAL_DARK, PETAL_LIGHT, TURNS } from "../../kit/screen/petals";
import css from "./TransferScreen.module.css";

/** The flower with a tick in its centre. */
export function SentBlossom() {
  return (
    <svg viewBox="-105 -105 210 210" width="124" height="124" aria-hidden="true">
      {TURNS.map((turn) => (
        <g key={turn} transform={`rotate(${turn})`}>
          <path d={PETAL_LIGHT} fill="#D8402A" />
          <path d={PETAL_DARK} fill="#B32A18" />
        </g>
      ))}
      <circle r="44" fill="#FFFDF8" />
      <path d="M-19 1l13 13 26-28" className={css.tick} />
    </svg>
  );
}

const FLOSS =
  "M.99-18.94A7.4 7.4 0 0 1 11.11-11.18A7.4 7.4 0 0 1 14.94.99A7.4 7.4 0 0 1 7.18 11.11A7.4 7.4 0 0 1-4.99 14.94A7.4 7.4 0 0 1-15.11 7.18A7.4 7.4 0 0 1-18.94-4.99A7.4 7.4 0 0 1-11.18-15.11A7.4 7.4 0 0 1 .99-18.94Z";

const PLACES = [
  "translate(53 56) scale(.85)",
  "translate(322.600 34) scale(.6)",
  "translate(320 120)",
  "translate(77 122) scale(.5)",
];

/** Drifting kapok floss, animated once. */
export function Drift() {
  const clip = useId();
  return (
    <svg className={css.drift} viewBox="0 0 375 260" aria-hidden="true">
      <clipPath id={clip}>
        <path d="M0-28L26-28V26H-20Z" />
      </clipPath>
      {PLACES.map((place) => (
        <g key={place} transform={place}>
          <g className={css.floss}>
            <path d={FLOSS} className={css.fluff} />
            <path d={FLOSS} fill="#E9E2D3" clipPath={`url(#${clip})`} />
            <path d="M-1 0l-4 27" stroke="#523626" strokeWidth="1.4" opacity=".55" />
            <ellipse cx="-5.2" cy="28" rx="2.6" ry="3.8" transform="rotate(12 -5.2 28)" fill="#523626" />
          </g>
        </g>
      ))}
    </svg>
  );
}
