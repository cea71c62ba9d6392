import css from "../../admin.module.css";
import { Moment } from "../Inputs";

const ENDS = ["validFrom", "validUntil"] as const;
type End = (typeof ENDS)[number];

interface ValidityProps {
  draft: Partial<Record<End, string | null>>;
  set(changes: Partial<Record<End, string>>): void;
  /** The error of a field, by its name in the record. */
  error(field: string): string | undefined;
  disabled: boolean;
  label(end: End): string;
  /** The name of the time zone. */
  clock: string;
}

/** The validity period; either end may be open. */
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
