import type { ReactNode } from "react";
import { BudBranch } from "../../kit/loading/BudBranch";
import css from "./NothingYet.module.css";

interface NothingYetProps {
  /** The part's own picture instead of a branch with buds. */
  picture?: ReactNode;
  /** One sentence. */
  children: ReactNode;
}

/** An empty part of a page: a small picture beside its sentence. */
export function NothingYet({ picture = <BudBranch />, children }: NothingYetProps) {
  return (
    <div className={css.nothing}>
      {picture}
      <p>{children}</p>
    </div>
  );
}
