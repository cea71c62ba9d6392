import type { ReactNode } from "react";
import { classes } from "../classes";
import css from "./Button.module.css";

interface OutLinkProps {
  /** Checked by whoever gives it: http or https. */
  href: string;
  /** That it leads to a new tab, for those who do not see the icon. */
  note: ReactNode;
  children: ReactNode;
}

/** A button that leads out of the app, in a tab of its own which knows nothing of this one. */
export function ExternalLink({ href, note, children }: OutLinkProps) {
  return (
    <a className={classes(css.button, css.block)} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {note}
    </a>
  );
}
