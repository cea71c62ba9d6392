import { useId } from "react";
import { classes } from "../classes";
import box from "./Field.module.css";
import { FieldFrame, type FieldFrameProps } from "./FieldFrame";
import css from "./SelectField.module.css";

interface SelectFieldProps extends FieldFrameProps {
  name: string;
  value: string;
  onChange(value: string): void;
  onBlur?(): void;
  /** Shown while nothing is chosen. */
  empty: string;
  options: readonly { value: string; label: string }[];
}

/** A choice from a list, which the browser shows in its own way. */
export function SelectField({ name, value, onChange, onBlur, empty, options, ...frame }: SelectFieldProps) {
  const id = useId();
  return (
    <FieldFrame {...frame} id={id}>
      <div className={classes(box.box, css.select, Boolean(frame.error) && box.error)}>
        <select
          id={id}
          name={name}
          value={value}
          required={frame.required}
          aria-invalid={frame.error ? true : undefined}
          aria-describedby={frame.error || frame.hint ? `${id}-hint` : undefined}
          onChange={(event) => onChange(event.currentTarget.value)}
          onBlur={onBlur}
        >
          <option value="">{empty}</option>
          {options.map((one) => (
            <option key={one.value} value={one.value}>
              {one.label}
            </option>
          ))}
        </select>
      </div>
    </FieldFrame>
  );
}
