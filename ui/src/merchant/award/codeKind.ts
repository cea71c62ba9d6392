import { isSound, plain } from "../coupon/shortCode";

/** Crockford's base 32, of which the ids of members are made. */
const SIGNS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const LENGTH = 8;

/** Whether a text is the id of a member, by its last sign, which checks the others. */
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
 * What a code at the award desk is, as far as its form tells: `link` gives points to a customer's phone, `slip` is
 * the number on a printed slip, `either` may be an id of a member or the short code of a coupon. What nobody knows is
 * a coupon, because shops choose the codes of their coupons themselves.
 */
export function kindOf(text: string): "member" | "coupon" | "either" | "link" | "slip" {
  if (/(^|\/earn\/)E[12](~|%7E)/i.test(text)) return "link";
  if (/^TX-?\d{5}-?[0-9A-Z]{4}$/i.test(text)) return "slip";
  if (isMemberId(text)) return isSound(text) ? "either" : "member";
  return /@|^KC-/i.test(text) || isPhone(text) ? "member" : "coupon";
}
