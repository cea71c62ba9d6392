import type { ReactNode } from "react";
import css from "../admin.module.css";

interface FactsProps {
  /** Names and what there is to say; what is empty is left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Rows of another kind, above. */
  children?: ReactNode;
}

/** What is known of one thing, a row a fact. */
export function Facts({ facts, children }: FactsProps) {
  return (
    <dl className={css.facts}>
      {children}
      {facts.map(
        ([name, value]) =>
          value && (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
