import type { ReactNode } from "react";
import { classes } from "../classes";
import css from "./Icon.module.css";

export interface IconProps {
  /** Edge in px; 24 unless told. */
  size?: number;
  /** Fills the one petal red: for raised buttons and current tabs. */
  petal?: boolean;
}

/** The 24 grid that every icon is drawn on. Always decoration: whatever holds it has the words. */
export function Icon({ size = 24, petal = false, children }: IconProps & { children: ReactNode }) {
  return (
    <svg
      className={classes(css.icon, petal && css.petal)}
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}
