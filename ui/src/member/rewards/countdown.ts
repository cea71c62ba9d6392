/** A coupon's time, in whole minutes and in the petals of the blossom that shows it. */
export const PETALS = 5;
const MINUTE_MS = 60_000;
/** How long a coupon stays open. */
export const TIME_MS = PETALS * MINUTE_MS;

/** Two clocks at one moment: the wall's may be set, and the page's stands still while the device sleeps. */
export interface Moment {
  wall: number;
  page: number;
}

export function moment(): Moment {
  return { wall: Date.now(), page: performance.now() };
}

/** What is left of `total` ms that began at `start`. Of two clocks that disagree, the later one is right. */
export function remaining(total: number, start: Moment, now: Moment): number {
  const gone = Math.max(now.wall - start.wall, now.page - start.page, 0);
  return Math.max(0, total - gone);
}

/** 4:37, and 5:00 until the first second is over. */
export function clock(left: number): string {
  const seconds = Math.ceil(left / 1000);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

/** How many petals are still there; one falls each minute. */
export function petals(left: number): number {
  return Math.min(PETALS, left / MINUTE_MS);
}

// As long as a screen reader may take to come to it; a coupon seen again later is not told a wrong time.
const SAID_MS = 5000;

/** What is said aloud: the last minute and the last ten seconds, and nothing in between. */
export function spoken(left: number): "minute" | "seconds" | undefined {
  const at = (mark: number) => left <= mark && left > mark - SAID_MS;
  if (at(MINUTE_MS)) return "minute";
  return at(10_000) ? "seconds" : undefined;
}
