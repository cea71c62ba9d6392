// Hong Kong has no daylight saving time.
const AHEAD_MS = 8 * 3_600_000;

/** The greeting for `time`, by the clock in Hong Kong. */
export function greetingAt(time: number): "morning" | "afternoon" | "evening" {
  const hour = new Date(time + AHEAD_MS).getUTCHours();
  return hour < 5 || hour >= 18 ? "evening" : hour < 12 ? "morning" : "afternoon";
}
