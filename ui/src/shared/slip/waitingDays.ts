interface WaitingLine {
  points: number;
  /** The day from which they can be spent; absent if that is at once. */
  pendingUntil?: string;
}

/** The points that the member can spend later, by the day from which on. */
export function waitingDays(lines: readonly WaitingLine[] = []) {
  const days = new Map<string, number>();
  for (const { pendingUntil, points } of lines)
    if (pendingUntil) days.set(pendingUntil, (days.get(pendingUntil) ?? 0) + points);
  return [...days];
}
