import { isSound, plain } from "../coupon/shortCode";

/** Crockford's base 32, the alphabet of member ids. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** Returns whether a text is the id of a member. The last character of an id is a check character. */
function isMemberId(text: string): boolean {
  const signs = [...plain(text).replaceAll("O", "0").replace(/[IL]/g, "1")].map((sign) =>
    SIGNS.indexOf(sign),
  );
  if (signs.length !== LENGTH || signs.includes(-1)) return false;
  const sum = signs.slice(0, -1).reduce((total, sign, place) => total + sign * (2 * place + 3), 0);
  return sum % SIGNS.length === signs.at(-1);
}

const isPhone = (text: string) => /^(\+?852)?[4-9]\d{7}$/.test(text.replace(/[\s-]/g, ""));

/**
 * The kind of a code at the award desk, as far as its form shows it: `link` gives points to a customer's phone, `slip`
 * is the number on a printed slip, `either` may be the id of a member or the short code of a coupon. A code of unknown
 * form is a coupon, because shops choose the codes of their coupons themselves.
 */
export function kindOf(text: string): "member" | "coupon" | "either" | "link" | "slip" {
  if (/(^|\/earn\/)E[12](~|%7E)/i.test(text)) return "link";
  if (/^TX-?\d{5}-?[0-9A-Z]{4}$/i.test(text)) return "slip";
  if (isMemberId(text)) return isSound(text) ? "either" : "member";
  return /@|^KC-/i.test(text) || isPhone(text) ? "member" : "coupon";
}
