import { type ReactNode, useContext } from "react";
import { classes } from "../classes";
import { CheckIcon, InfoIcon, WarnIcon } from "../icons/icons-basic";
import { BelowFailure } from "../loading/States";
import css from "./Paper.module.css";

/** A receipt with a scalloped foot, to review a transfer. */
export function Receipt({ children }: { children: ReactNode }) {
  return (
    <div className={css.slip}>
      <div className={css.slipIn}>{children}</div>
    </div>
  );
}

interface NoteProps {
  /** harbour informs, pollen warns, plum refuses, leaf confirms. */
  tone?: "harbour" | "pollen" | "plum" | "leaf";
  children: ReactNode;
}

/** A tinted note inside the page. Screen readers announce a refusal at once. */
export function Note({ tone = "harbour", children }: NoteProps) {
  const Mark = tone === "leaf" ? CheckIcon : tone === "plum" ? WarnIcon : InfoIcon;
  return (
    <div
      className={classes(css.note, tone !== "harbour" && css[tone])}
      role={tone === "plum" ? "alert" : undefined}
    >
      <Mark size={20} />
      <div>{children}</div>
    </div>
  );
}

/** A refusal or a failure of the server, with the link to help below it. */
export function FailedNote({ children }: { children: ReactNode }) {
  return (
    <div className={css.failed}>
      <Note tone="plum">
        {children}
        <div className={css.help}>{useContext(BelowFailure)}</div>
      </Note>
    </div>
  );
}

const BADGES = {
  plain: undefined,
  leaf: css.badgeLeaf,
  pollen: css.badgePollen,
  plum: css.badgePlum,
  harbour: css.badgeHarbour,
  kapok: css.badgeKapok,
};

interface BadgeProps {
  tone?: keyof typeof BADGES;
  /** A petal before the text, where the tone has one. */
  dot?: boolean;
  children: ReactNode;
}

export function Badge({ tone = "plain", dot = true, children }: BadgeProps) {
  return <span className={classes(css.badge, BADGES[tone], !dot && css.bare)}>{children}</span>;
}
