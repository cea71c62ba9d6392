import type { ReactNode } from "react";
import { classes } from "../classes";
import css from "./Button.module.css";

interface OutLinkProps {
  /** An http or https URL, which the caller has checked. */
  href: string;
  /** Tells screen readers, which do not see the icon, that the link opens a new tab. */
  note: ReactNode;
  children: ReactNode;
}

/** A button-like link out of the app, in a new tab without access to this one. */
export function ExternalLink({ href, note, children }: OutLinkProps) {
  return (
    <a className={classes(css.button, css.block)} href={href} target="_blank" rel="noopener noreferrer">
      {children}
      {note}
    </a>
  );
}
