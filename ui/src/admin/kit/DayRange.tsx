import { today } from "../money/reports/reports";
import { DayInput } from "./DayInput";
import type { useAddress } from "./useAddress";

interface DayRangeProps extends ReturnType<typeof useAddress> {
  /** The labels of the two dates. */
  from: string;
  to: string;
}

/** The first and the last day of a list, kept in the address as `from` and `to`. */
export function DayRange({ from, to, get, change }: DayRangeProps) {
  return (
    <>
      <DayInput
        label={from}
        value={get("from")}
        max={get("to") || today()}
        onChange={(day) => change({ from: day })}
      />
      <DayInput
        label={to}
        value={get("to")}
        min={get("from")}
        max={today()}
        onChange={(day) => change({ to: day })}
      />
    </>
  );
}

/** The days of the address as a call sends them. */
export function daysOf(get: (name: string) => string) {
  const [from, to] = [get("from"), get("to")];
  return { ...(from ? { from } : {}), ...(to ? { to } : {}) };
}
