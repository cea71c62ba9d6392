import type { ReactNode } from "react";
import { formatChange } from "../../i18n/format";
import { ScreenLink } from "../buttons/ScreenLink";
import { classes } from "../classes";
import { CheckIcon, ChevronIcon } from "../icons/icons-basic";
import { ArrowInIcon, ArrowOutIcon } from "../icons/icons-member";
import css from "./Row.module.css";

interface RowProps {
  icon?: ReactNode;
  title: string;
  line?: ReactNode;
  /** Content at the end: a value, a badge, a tick. */
  end?: ReactNode;
  /** Without the side padding of a card. */
  flat?: boolean;
}

function Inside({ icon, title, line, end }: RowProps) {
  return (
    <>
      {icon}
      <span className={css.words}>
        <span className={css.title}>{title}</span>
        {line && <span className={css.line}>{line}</span>}
      </span>
      {end ?? <span />}
    </>
  );
}

const look = ({ icon, flat }: RowProps) => classes(css.row, !icon && css.bare, flat && css.flat);

/** Icon, title, one line of text, and a value. */
export function Row(props: RowProps) {
  return (
    <div className={look(props)}>
      <Inside {...props} />
    </div>
  );
}

/** A row that links to a screen, with a chevron. */
export function RowLink({ to, state, ...props }: RowProps & { to: string; state?: unknown }) {
  return (
    <ScreenLink className={look(props)} to={to} state={state}>
      <Inside {...props} end={props.end ?? <ChevronIcon size={20} />} />
    </ScreenLink>
  );
}

/** A row that links out of the app: to an e-mail, a call or a page. */
export function RowAnchor({ href, ...props }: RowProps & { href: string }) {
  return (
    <a className={look(props)} href={href} rel="noreferrer">
      <Inside {...props} end={props.end ?? <ChevronIcon size={20} />} />
    </a>
  );
}

export function RowButton({ onClick, ...props }: RowProps & { onClick(): void }) {
  return (
    <button type="button" className={look(props)} onClick={onClick}>
      <Inside {...props} />
    </button>
  );
}

/** A row that is on or off, which its line says in words. `end` replaces the switch during a change. */
export function RowSwitch({ on, onClick, ...props }: RowProps & { on: boolean; onClick(): void }) {
  return (
    <button type="button" role="switch" aria-checked={on} className={look(props)} onClick={onClick}>
      <Inside {...props} end={props.end || <SwitchTrack on={on} />} />
    </button>
  );
}

function SwitchTrack({ on }: { on: boolean }) {
  return <i className={css.track}>{on && <CheckIcon size={14} />}</i>;
}

/** Points in and out; `wait` for what takes time or care, `soon` for what ends. */
export type PuckTone = "plain" | "in" | "out" | "wait" | "soon";

/** A round background for a row's icon. */
export function Puck({ tone, children }: { tone?: PuckTone; children: ReactNode }) {
  return <span className={classes(css.puck, tone && css[tone])}>{children}</span>;
}

/** A change of points that opens its receipt: arrow, text, and the signed amount. */
export function MovementRow({
  points,
  ...props
}: Pick<RowProps, "title" | "line"> & { points: number; onClick(): void }) {
  const out = points < 0;
  return (
    <RowButton
      flat
      icon={
        <Puck tone={out ? "out" : "in"}>{out ? <ArrowOutIcon size={20} /> : <ArrowInIcon size={20} />}</Puck>
      }
      end={
        <span className={classes(css.amount, out ? css.amountOut : css.amountIn)}>
          {formatChange(points)}
        </span>
      }
      {...props}
    />
  );
}
