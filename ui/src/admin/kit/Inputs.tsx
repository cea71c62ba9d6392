import { useId } from "react";
import { classes } from "../../kit/classes";
import { FieldFrame, type FieldFrameProps } from "../../kit/form/FieldFrame";
import css from "./Input.module.css";

interface TextAreaProps extends FieldFrameProps {
  name: string;
  value: string;
  onChange(value: string): void;
  rows?: number;
  maxLength?: number;
  disabled?: boolean;
  lang?: string | undefined;
}

const described = (id: string, { error, hint, ok }: FieldFrameProps) =>
  error || hint || ok ? `${id}-hint` : undefined;

/** Several lines. */
export function TextArea(props: TextAreaProps) {
  const id = useId();
  return (
    <FieldFrame {...props} id={id}>
      <textarea
        id={id}
        className={classes(css.area, Boolean(props.error) && css.wrong)}
        name={props.name}
        value={props.value}
        rows={props.rows ?? 4}
        maxLength={props.maxLength}
        required={props.required}
        disabled={props.disabled}
        lang={props.lang}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described(id, props)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}

interface SelectProps<V extends string> extends FieldFrameProps {
  name: string;
  value: V;
  options: readonly { value: V; label: string }[];
  onChange(value: V): void;
  disabled?: boolean;
}

/** A select with the device's own style. */
export function Select<V extends string>(props: SelectProps<V>) {
  const id = useId();
  return (
    <FieldFrame {...props} id={id}>
      <select
        id={id}
        className={classes(css.select, Boolean(props.error) && css.wrong)}
        name={props.name}
        value={props.value}
        required={props.required}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described(id, props)}
        onChange={(event) => {
          const chosen = props.options.find(({ value }) => value === event.currentTarget.value);
          if (chosen) props.onChange(chosen.value);
        }}
      >
        {props.options.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </select>
    </FieldFrame>
  );
}

interface MomentProps extends FieldFrameProps {
  name: string;
  /** A time of RFC 3339 or a day, or empty. */
  value: string;
  onChange(value: string): void;
  disabled?: boolean;
}

// Hong Kong is UTC+8 all year.
const HONG_KONG = "+08:00";
const OFFSET_MS = 8 * 3_600_000;

/** A time for the input field: Hong Kong time, to the minute. */
export function toLocal(moment: string): string {
  const time = Date.parse(moment);
  return Number.isNaN(time) ? "" : new Date(time + OFFSET_MS).toISOString().slice(0, 16);
}

/** Date and time in Hong Kong, whatever the computer's time zone. */
export function Moment(props: MomentProps) {
  const id = useId();
  return (
    <FieldFrame {...props} id={id}>
      <input
        id={id}
        type="datetime-local"
        className={classes(css.select, Boolean(props.error) && css.wrong)}
        name={props.name}
        value={toLocal(props.value)}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described(id, props)}
        onChange={(event) => {
          const { value } = event.currentTarget;
          props.onChange(value ? new Date(`${value}:00${HONG_KONG}`).toISOString() : "");
        }}
      />
    </FieldFrame>
  );
}

/** A day in Hong Kong such as 2026-03-12, or empty. */
export function DayField(props: MomentProps) {
  const id = useId();
  return (
    <FieldFrame {...props} id={id}>
      <input
        id={id}
        type="date"
        className={classes(css.select, Boolean(props.error) && css.wrong)}
        name={props.name}
        value={props.value}
        disabled={props.disabled}
        aria-invalid={props.error ? true : undefined}
        aria-describedby={described(id, props)}
        onChange={(event) => props.onChange(event.currentTarget.value)}
      />
    </FieldFrame>
  );
}
