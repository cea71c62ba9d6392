import { useState } from "react";
import { useAddress } from "../../kit/useAddress";
import { plusDays, type Span, spanUntil, today } from "../../money/reports/reports";

export const RANGES = ["28", "84", "365"] as const;
/** The longest range whose days, and those before, fit into one report. */
const MOST_DAYS = 1_830;

const daysOf = ({ from, to }: Span) => (Date.parse(to) - Date.parse(from)) / 86_400_000 + 1;

/** The days before a range, as many as it has. */
export const spanBefore = (span: Span): Span => spanUntil(plusDays(span.from, -1), daysOf(span));

/** The range of the dashboard from the address: one of the usual ones up to today, or chosen days. */
export function useRange() {
  const { get, change } = useAddress();
  const now = today();
  const [from, to] = [get("from"), get("to")];
  const own = from !== "" || to !== "";
  const span = own ? { from: from || plusDays(to, -27), to: to || now } : spanUntil(now, 28);
  const preset = RANGES.find((days) => span.to === now && span.from === plusDays(now, 1 - Number(days)));
  const [asked, setAsked] = useState(false);
  return {
    span,
    before: spanBefore(span),
    /** The usual range that is shown; undefined for chosen days. */
    preset: asked ? undefined : preset,
    sound: span.from <= span.to && daysOf(span) <= MOST_DAYS,
    /** True if the days are chosen in two fields. */
    byDays: asked || !preset,
    choose(days: (typeof RANGES)[number]) {
      setAsked(false);
      change(days === "28" ? { from: "", to: "" } : { ...spanUntil(now, Number(days)) });
    },
    chooseDays: () => setAsked(true),
    change: (days: Partial<Span>) => change({ ...span, ...days }),
  };
}

export type Range = ReturnType<typeof useRange>;
