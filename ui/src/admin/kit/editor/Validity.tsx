import css from "../../admin.module.css";
import { Moment } from "../Inputs";

const ENDS = ["validFrom", "validUntil"] as const;
type End = (typeof ENDS)[number];

interface ValidityProps {
  draft: Partial<Record<End, string | null>>;
  set(changes: Partial<Record<End, string>>): void;
  /** What is wrong with a field, by its name in the record. */
  error(field: string): string | undefined;
  disabled: boolean;
  label(end: End): string;
  /** Whose clock it is. */
  clock: string;
}

/** From when until when something may be had; either end may stay open. */
export function Validity({ draft, set, error, disabled, label, clock }: ValidityProps) {
  return (
    <div className={css.grid2}>
      {ENDS.map((end) => (
        <Moment
          key={end}
          name={end}
          label={label(end)}
          aside={clock}
          value={draft[end] ?? ""}
          disabled={disabled}
          error={error(end)}
          onChange={(moment) => set({ [end]: moment })}
        />
      ))}
    </div>
  );
}
