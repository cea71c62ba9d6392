import css from "./Meter.module.css";

interface MeterProps {
  /** Its name for screen readers. */
  label: string;
  value: number;
  most: number;
  /** The value in words. */
  text: string;
}

/** A bar that fills from zero to its target. */
export function Meter({ label, value, most, text }: MeterProps) {
  return (
    <span
      className={css.meter}
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={most}
      aria-valuenow={value}
      aria-valuetext={text}
    >
      <svg className={css.bar} viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
        <rect width={(value / most) * 100} height="8" />
      </svg>
    </span>
  );
}
