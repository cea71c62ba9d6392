import type { ReactNode } from "react";
import { BudBranch } from "./BudBranch";
import css from "./States.module.css";

interface EmptyStateProps {
  title?: string;
  text: string;
  /** At most one button. */
  action?: ReactNode;
}

/** A branch with buds, a sentence and at most one action. */
export function EmptyState({ title, text, action }: EmptyStateProps) {
  return (
    <div className={css.void}>
      <BudBranch />
      {title && <h2>{title}</h2>}
      <p>{text}</p>
      {action && <div className={css.action}>{action}</div>}
    </div>
  );
}
