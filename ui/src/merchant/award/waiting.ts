import type { Awarded } from "../kit/orders";

/** The points that the member can spend later, by the day from which on. */
export function waitingDays(lines: Awarded["lines"] = []) {
  const days = new Map<string, number>();
  for (const { pendingUntil, points } of lines)
    if (pendingUntil) days.set(pendingUntil, (days.get(pendingUntil) ?? 0) + points);
  return [...days];
}
