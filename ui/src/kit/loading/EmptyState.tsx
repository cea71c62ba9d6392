import type { ReactNode } from "react";
import { BudBranch } from "./BudBranch";
import css from "./States.module.css";

interface EmptyStateProps {
  title?: string;
  text: string;
  /** One button, or none. */
  action?: ReactNode;
}

/** Buds on a branch, a sentence and at most one thing to do. */
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
