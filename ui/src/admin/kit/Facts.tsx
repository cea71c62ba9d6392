import type { ReactNode } from "react";
import css from "../admin.module.css";

interface FactsProps {
  /** Names with values; rows with an empty value are left out. */
  facts: readonly (readonly [name: string, value: ReactNode])[];
  /** Additional rows, shown first. */
  children?: ReactNode;
}

/** Name and value pairs of one record. */
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
