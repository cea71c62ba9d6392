/** The signs of a coupon's short code: none looks like another. */
export const SIGNS = "23456789ABCDEFGHJKMNPQRSTVWXYZ";
const WEIGHTS = [7, 11, 13, 17, 19, 23, 29];
/** Signs of a short code, the last one a check sign. */
export const LENGTH = 8;

/** What was typed without gaps, in capitals. */
export const plain = (typed: string) => typed.replace(/[\s–-]/g, "").toUpperCase();

/**
 * Whether what was typed can be a short code whose check sign is right; undefined where it is another code, or not all of
 * one. Which sign is wrong the check cannot know.
 */
export function isSound(typed: string): boolean | undefined {
  const signs = [...plain(typed)].map((sign) => SIGNS.indexOf(sign));
  if (signs.length !== LENGTH || signs.includes(-1)) return undefined;
  const sum = WEIGHTS.reduce((total, weight, place) => total + weight * (signs[place] ?? 0), 0);
  return sum % SIGNS.length === signs[LENGTH - 1];
}
