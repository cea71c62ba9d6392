/**
 * The digits of a typed or pasted whole number, without leading zeros. Full-width digits and digit groups are
 * accepted. Undefined for anything else, and for more than `most` digits.
 */
export function wholeNumber(typed: string, most: number): string | undefined {
  const digits = ungrouped(typed)?.replace(/^0+(?=\d)/, "");
  return digits !== undefined && /^\d*$/.test(digits) && digits.length <= most ? digits : undefined;
}

/** The reason why the input is not a valid amount. */
export type AmountRefusal = "notWhole" | "negative" | "zero" | "long";

/** The reason why the input is no whole number above zero of at most `most` digits; undefined if it is, or is empty. */
export function whyNoAmount(typed: string, most: number): AmountRefusal | undefined {
  const digits = wholeNumber(typed, Number.POSITIVE_INFINITY);
  if (digits === undefined) return /^\s*[-\u2212]/.test(typed.normalize("NFKC")) ? "negative" : "notWhole";
  if (digits === "0") return "zero";
  return digits.length > most ? "long" : undefined;
}

/** Like `wholeNumber`, for a number that may have a decimal point and may be incomplete while typing. */
export function decimalNumber(typed: string, most: number): string | undefined {
  const number = ungrouped(typed);
  return number !== undefined && /^\d*\.?\d*$/.test(number) && number.length <= most ? number : undefined;
}

function ungrouped(typed: string): string | undefined {
  const plain = typed.normalize("NFKC");
  // One or two digits after a comma are decimals in some countries.
  return /,\d{1,2}$/.test(plain) ? undefined : plain.replace(/[\s,]/g, "");
}

/**
 * Returns whether `now` only adds a character to `before`, so that it is still the rest of a refused input:
 * after 1.5 lost its point, the 5 makes 15. Deleting or replacing a character makes another number.
 */
export function isRest(before: string, now: string): boolean {
  return now.length === before.length + 1 && now.startsWith(before);
}
