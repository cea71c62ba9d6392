import { useId } from "react";
import css from "./Drift.module.css";

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
