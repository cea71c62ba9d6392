/** Rules of the specification's section 5 that several forms share. */

/** The maximum length of a name, as on the server. */
export const LONGEST_NAME = 50;

export function isEmail(text: string): boolean {
  return /^[^\s@<>()[\],;:"\\]+@[a-z0-9-]+(\.[a-z0-9-]+)+$/i.test(text.trim());
}

/** An international number: an optional plus, then 2 to 15 digits, the first not 0. */
export function isPhone(text: string): boolean {
  return /^\+?[1-9]\d{1,14}$/.test(text.replace(/[\s-]/g, ""));
}

/** Exactly 8 digits, the first from 4 to 9, as on the server. Fixed-line numbers receive no SMS. */
export function isHongKongPhone(text: string): boolean {
  return /^[4-9]\d{7}$/.test(text);
}

/** The rules of a strong password, one by one, so that a form can tick them off. */
export function passwordParts(text: string) {
  return {
    length: [...text].length >= 8,
    upper: /[A-Z]/.test(text),
    lower: /[a-z]/.test(text),
    digit: /\d/.test(text),
    symbol: /\W/.test(text),
  };
}

/** `long` is the rule for staff whose login is public: length instead of kinds of characters. */
export function isStrongPassword(text: string, long = false): boolean {
  return long ? isLongPassword(text) : Object.values(passwordParts(text)).every(Boolean);
}

export function isLongPassword(text: string): boolean {
  return [...text].length >= 15;
}

/** Extracts the digits of input that may contain +852, spaces or a hyphen. */
export function cleanHongKongPhone(typed: string): string {
  const digits = typed.replace(/\D/g, "");
  return (digits.length > 8 && digits.startsWith("852") ? digits.slice(3) : digits).slice(0, 8);
}

/** 6123 4567: the usual format in Hong Kong. */
export function groupHongKongPhone(typed: string): string {
  const digits = cleanHongKongPhone(typed);
  return digits.length > 4 ? `${digits.slice(0, 4)} ${digits.slice(4)}` : digits;
}

/** A new password and its repetition. */
export type NewPassword = { password: string; confirm: string };

export function checkNewPassword(
  { password, confirm }: NewPassword,
  long = false,
): {
  password?: "weakPassword";
  confirm?: "passwordMismatch";
} {
  return {
    ...(isStrongPassword(password, long) ? {} : { password: "weakPassword" as const }),
    ...(password === confirm ? {} : { confirm: "passwordMismatch" as const }),
  };
}
