/** A coupon's time in whole minutes. One petal of the blossom stands for one minute. */
export const PETALS = 5;
const MINUTE_MS = 60_000;
/** The time for which a coupon stays open. */
export const TIME_MS = PETALS * MINUTE_MS;

/** Two clocks: the wall clock may be changed, and the page's stops while the device sleeps. */
export interface Moment {
  wall: number;
  page: number;
}

export function moment(): Moment {
  return { wall: Date.now(), page: performance.now() };
}

/** The rest of `total` ms since `start`. If the clocks disagree, the one that moved further is right. */
export function remaining(total: number, start: Moment, now: Moment): number {
  const gone = Math.max(now.wall - start.wall, now.page - start.page, 0);
  return Math.max(0, total - gone);
}

/** Formats as `4:37`. Rounds up, so `5:00` shows until the first second has passed. */
export function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** The number of petals that are left, which may be a fraction. One petal falls each minute. */
export function petals(left: number): number {
  return Math.min(PETALS, left / MINUTE_MS);
}

// Long enough for a screen reader to reach the text. Later, the announced time would be wrong.
const SAID_MS = 5000;

/** The announcement that is due. Only the last minute and the last ten seconds are announced. */
export function spoken(left: number): "minute" | "seconds" | undefined {
  const at = (mark: number) => left <= mark && left > mark - SAID_MS;
  if (at(MINUTE_MS)) return "minute";
  return at(10_000) ? "seconds" : undefined;
}
