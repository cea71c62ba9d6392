/** Amounts are decimal strings as typed, never floats. */
const WHOLE_DIGITS = 7;
const CENT_DIGITS = 2;

export type Key = "0" | "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8" | "9" | "." | "erase";

/** The amount after one more key. A key that would make it invalid changes nothing. */
export function press(amount: string, key: Key): string {
  if (key === "erase") return amount.slice(0, -1);
  const [whole = "", places] = amount.split(".");
  if (key === ".") return places === undefined ? `${whole || "0"}.` : amount;
  if (places !== undefined) return places.length < CENT_DIGITS ? amount + key : amount;
  if (whole === "0") return key;
  return whole.length < WHOLE_DIGITS ? amount + key : amount;
}

/** Returns whether the key would add a digit beyond the limit of whole digits. */
export function isOverfull(amount: string, key: Key): boolean {
  return /^\d$/.test(key) && !amount.includes(".") && amount.length === WHOLE_DIGITS;
}

/** 1234.5 as 1,234.5, with the decimal places as typed. */
export function grouped(amount: string): string {
  const [whole = "", ...places] = amount.split(".");
  return [whole.replace(/\B(?=(\d{3})+$)/g, ","), ...places].join(".");
}

/** The amount in the server's format, such as 42.50; undefined while it is zero or empty. */
export function amountHkd(amount: string): string | undefined {
  const [whole = "", places = ""] = amount.split(".");
  if (!/[1-9]/.test(amount)) return undefined;
  return `${whole || "0"}.${places.padEnd(CENT_DIGITS, "0")}`;
}

const units = (decimal: string, scale: number): bigint => {
  const [whole = "", places = ""] = decimal.split(".");
  return BigInt(whole + places.padEnd(scale, "0").slice(0, scale));
};

/** Whole points for an amount at a rate of up to four decimals, rounded down as on the server. */
export function pointsAt(amount: string, rate: string): number {
  return Number((units(amount, 2) * units(rate, 4)) / 1_000_000n);
}

export interface Rates {
  basePoints: string;
  extraPoints: string;
}

/** The points that a purchase earns; each part is rounded down separately. */
export function earns(amount: string, { basePoints, extraPoints }: Rates, card: boolean) {
  const base = pointsAt(amount, basePoints);
  const extra = card ? pointsAt(amount, extraPoints) : 0;
  return { base, extra, points: base + extra };
}
