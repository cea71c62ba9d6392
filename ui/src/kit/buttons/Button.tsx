import type { MouseEventHandler, ReactNode } from "react";
import { classes } from "../classes";
import { Blossom } from "../screen/Blossom";
import css from "./Button.module.css";
import { ScreenLink } from "./ScreenLink";

interface Look {
  /** `points` spends or gives points, at most one per screen; `leaf` is every other main action. */
  kind?: "leaf" | "points" | "quiet" | "text" | "refuse";
  small?: boolean;
  /** Full width of the row. */
  block?: boolean;
  icon?: ReactNode;
  children: ReactNode;
}

interface ButtonProps extends Look {
  type?: "button" | "submit";
  disabled?: boolean;
  /** The id of the form that it submits, for a button outside the form. */
  form?: string;
  /** The label while an action is running. The blossom turns and presses are ignored. */
  busy?: string | false | undefined;
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
}

function look({ kind = "leaf", small, block }: Look): string {
  return classes(css.button, kind !== "leaf" && css[kind], small && css.small, block && css.block);
}

export function Button({
  type = "button",
  disabled = false,
  form,
  busy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={look(rest)}
      disabled={disabled}
      form={form}
      aria-busy={busy ? true : undefined}
      // Not `disabled` while busy, which would lose the focus.
      onClick={(event) => {
        if (busy) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Blossom size={22} stamens={false} className={css.spin} /> : rest.icon}
      {busy || rest.children}
    </button>
  );
}

/** A link that looks like a button. */
export function ButtonLink({
  to,
  state,
  replace = false,
  ...rest
}: Look & { to: string; state?: unknown; replace?: boolean }) {
  return (
    <ScreenLink className={look(rest)} to={to} state={state} replace={replace}>
      {rest.icon}
      {rest.children}
    </ScreenLink>
  );
}

interface IconButtonProps {
  label: string;
  /** `set` is raised on paper, `cover` lies on an image. */
  kind?: "bare" | "set" | "cover";
  pressed?: boolean;
  disabled?: boolean;
  /** Ignores presses but keeps the focus, such as a + whose number is at its limit. */
  spent?: boolean;
  onClick?: MouseEventHandler<HTMLButtonElement> | undefined;
  children: ReactNode;
}

export function IconButton({
  label,
  kind = "bare",
  pressed,
  disabled,
  spent,
  onClick,
  children,
}: IconButtonProps) {
  return (
    <button
      type="button"
      className={classes(css.icon, kind !== "bare" && css[kind])}
      aria-label={label}
      aria-pressed={pressed}
      aria-disabled={spent || undefined}
      disabled={disabled}
      onClick={spent ? undefined : onClick}
    >
      {children}
    </button>
  );
}

/** A link in the form of the round icon button. */
export function IconLink({
  label,
  kind = "bare",
  count,
  to,
  state,
  children,
}: Omit<IconButtonProps, "onClick" | "pressed" | "disabled" | "spent"> & {
  /** The number of unread entries, shown at the corner of the button. The label has to say it too. */
  count?: number;
  to: string;
  state?: unknown;
}) {
  return (
    <ScreenLink
      className={classes(css.icon, kind !== "bare" && css[kind])}
      aria-label={label}
      to={to}
      state={state}
    >
      {children}
      {count ? <i className={css.count}>{count > 99 ? "99+" : count}</i> : null}
    </ScreenLink>
  );
}
