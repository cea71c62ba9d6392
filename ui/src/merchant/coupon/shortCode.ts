/** The characters of a coupon's short code, without pairs that look alike. */
export const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const WEIGHTS = [7, 11, 13, 17, 19, 23, 29];
/** Length of a short code including its check character at the end. */
export const LENGTH = 8;

/** The typed code without gaps, in capitals. */
export const plain = (typed: string) => typed.replace(/[\s–-]/g, "").toUpperCase();

/**
 * Returns whether the check character of a typed short code is right; undefined for another kind of code or
 * an incomplete one. The check does not tell which character is wrong.
 */
export function isSound(typed: string): boolean | undefined {
  const signs = [...plain(typed)].map((sign) => SIGNS.indexOf(sign));
  if (signs.length !== LENGTH || signs.includes(-1)) return undefined;
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * (signs[place] ?? 0), 0);
  return sum % SIGNS.length === signs[LENGTH - 1];
}
