import type { ReactNode } from "react";
import { classes } from "../classes";
import { CheckIcon, WarnIcon } from "../icons/icons-basic";
import css from "./Field.module.css";

export interface FieldFrameProps {
  label: string;
  /** Text at the end of the label line, such as "Optional" or a balance. */
  aside?: string | undefined;
  required?: boolean;
  /** Text below the field, also while typing. */
  hint?: string | undefined;
  /** Replaces the hint, in plum. */
  error?: string | undefined;
  /** Replaces the hint, in green. */
  ok?: string | undefined;
}

/** A label above and a text below, linked to the input by `id` and `${id}-hint`. */
export function FieldFrame({
  id,
  label,
  aside,
  required,
  hint,
  error,
  ok,
  children,
}: FieldFrameProps & { id: string; children: ReactNode }) {
  return (
    <div className={css.field}>
      <label className={css.label} htmlFor={id}>
        <span>
          {label}
          {required && (
            <span className={css.required} aria-hidden="true">
              {" *"}
            </span>
          )}
        </span>
        {aside && <span className={css.aside}>{aside}</span>}
      </label>
      {children}
      <FieldHint id={`${id}-hint`} hint={hint} error={error} ok={ok} />
    </div>
  );
}

export function FieldHint({
  id,
  hint,
  error,
  ok,
}: Pick<FieldFrameProps, "hint" | "error" | "ok"> & { id: string }) {
  if (error) {
    return (
      <p className={classes(css.hint, css.hintError)} id={id} role="alert">
        <WarnIcon />
        <span>{error}</span>
      </p>
    );
  }
  if (ok) {
    return (
      <p className={classes(css.hint, css.hintOk)} id={id} role="status">
        <CheckIcon />
        <span>{ok}</span>
      </p>
    );
  }
  return hint ? (
    <p className={css.hint} id={id}>
      {hint}
    </p>
  ) : null;
}
