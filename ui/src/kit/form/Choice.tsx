import type { ReactNode } from "react";
import { classes } from "../classes";
import { CheckIcon } from "../icons/icons-basic";
import css from "./Choice.module.css";

interface ChoiceProps {
  name: string;
  checked: boolean;
  disabled?: boolean;
  /** As wide as its row, instead of as wide as its text. */
  wide?: boolean;
  lang?: string;
  children: ReactNode;
}

/** A check box; its text can be tapped too. */
export function Check({
  name,
  checked,
  disabled,
  wide,
  lang,
  onChange,
  children,
}: ChoiceProps & { onChange(on: boolean): void }) {
  return (
    <label className={classes(css.choice, wide && css.wide)} lang={lang}>
      <input
        type="checkbox"
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <i className={css.mark}>
        <CheckIcon size={16} />
      </i>
      <span className={css.words}>{children}</span>
    </label>
  );
}

/** One of several options; radios with the same `name` exclude each other. */
export function Radio({
  name,
  value,
  checked,
  disabled,
  wide,
  lang,
  onChoose,
  children,
}: ChoiceProps & { value: string; onChoose(value: string): void }) {
  return (
    <label className={classes(css.choice, wide && css.wide)} lang={lang}>
      <input
        type="radio"
        name={name}
        value={value}
        checked={checked}
        disabled={disabled}
        onChange={() => onChoose(value)}
      />
      <i className={classes(css.mark, css.round)} />
      <span className={css.words}>{children}</span>
    </label>
  );
}

/** A switch with immediate effect. */
export function Switch({
  name,
  checked,
  disabled,
  onChange,
  children,
}: ChoiceProps & { onChange(on: boolean): void }) {
  return (
    <label className={classes(css.choice, css.wide, css.switch)}>
      <input
        type="checkbox"
        role="switch"
        aria-checked={checked}
        name={name}
        checked={checked}
        disabled={disabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
      <i className={css.track} />
      <span className={css.words}>{children}</span>
    </label>
  );
}
