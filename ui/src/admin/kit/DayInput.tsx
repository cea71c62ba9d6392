import css from "../admin.module.css";

interface DayInputProps {
  label: string;
  /** A date such as 2026-03-12. */
  value: string;
  max?: string;
  min?: string;
  onChange(day: string): void;
}

/** A date field above a list or a report. */
export function DayInput({ label, value, min, max, onChange }: DayInputProps) {
  return (
    <label className={css.bare}>
      <span>{label}</span>
      <input
        type="date"
        value={value}
        min={min}
        max={max}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
    </label>
  );
}
