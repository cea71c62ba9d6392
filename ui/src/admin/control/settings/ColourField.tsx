import { useId } from "react";
import css from "./Settings.module.css";

interface ColourFieldProps {
  name: string;
  label: string;
  /** A hex colour such as #c5301c. */
  value: string;
  error: string | undefined;
  onChange(value: string): void;
}

/** A colour field with the device's colour picker. */
export function ColourField({ name, label, value, error, onChange }: ColourFieldProps) {
  const id = useId();
  return (
    <div className={css.colour}>
      <input
        id={id}
        type="color"
        name={name}
        value={value}
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? `${id}-error` : undefined}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <label htmlFor={id}>
        <b>{label}</b>
      </label>
      <span>{value}</span>
      {error && (
        <p id={`${id}-error`} className={css.wrong}>
          {error}
        </p>
      )}
    </div>
  );
}
