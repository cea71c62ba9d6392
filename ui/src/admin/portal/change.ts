/** A change against an earlier number in whole percent, such as +12% or −3%; undefined without an earlier number. */
export function percentChange(now: number, before: number): string | undefined {
  if (before === 0) return undefined;
  const percent = Math.round(((now - before) / before) * 100);
  return percent === 0 ? "±0%" : `${percent > 0 ? "+" : "−"}${Math.abs(percent)}%`;
}

/** A difference with its sign; undefined if nothing changed. */
export function countChange(now: number, before: number): string | undefined {
  const change = now - before;
  return change === 0 ? undefined : `${change > 0 ? "+" : "−"}${Math.abs(change).toLocaleString("en")}`;
}
