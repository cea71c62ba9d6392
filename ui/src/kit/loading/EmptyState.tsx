import type { ReactNode } from "react";
import { classes } from "../classes";
import { BudBranch } from "./BudBranch";
import css from "./States.module.css";

interface EmptyStateProps {
  title?: string;
  text: string;
  /** At most one button. */
  action?: ReactNode;
  /** The screen's own picture instead of a branch with buds. */
  picture?: ReactNode;
}

/** A picture, a sentence and at most one action. */
export function EmptyState({ title, text, action, picture = <BudBranch /> }: EmptyStateProps) {
  return (
    <div className={classes(css.void, css.empty)}>
      {picture}
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
