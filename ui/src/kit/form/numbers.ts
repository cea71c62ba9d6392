/**
 * The digits of a whole number as it was typed or pasted, in any width and grouped or not, without leading zeros; undefined
 * for anything else, and for more than `most` digits.
 */
export function wholeNumber(typed: string, most: number): string | undefined {
  const digits = ungrouped(typed)?.replace(/^0+(?=\d)/, "");
  return digits !== undefined && /^\d*$/.test(digits) && digits.length <= most ? digits : undefined;
}

/** Why what was typed is no amount. */
export type AmountRefusal = "notWhole" | "negative" | "zero" | "long";

/** The reason for which `wholeNumber` has no digits for it, or none above zero; undefined for an amount and for nothing. */
export function whyNoAmount(typed: string, most: number): AmountRefusal | undefined {
  const digits = wholeNumber(typed, Number.POSITIVE_INFINITY);
  if (digits === undefined) return /^\s*[-\u2212]/.test(typed.normalize("NFKC")) ? "negative" : "notWhole";
  if (digits === "0") return "zero";
  return digits.length > most ? "long" : undefined;
}

/** As `wholeNumber`, for a number that may have a decimal point, as it stands while it is being typed. */
export function decimalNumber(typed: string, most: number): string | undefined {
  const number = ungrouped(typed);
  return number !== undefined && /^\d*\.?\d*$/.test(number) && number.length <= most ? number : undefined;
}

function ungrouped(typed: string): string | undefined {
  const plain = typed.normalize("NFKC");
  // One or two digits behind a comma are cents somewhere.
  return /,\d{1,2}$/.test(plain) ? undefined : plain.replace(/[\s,]/g, "");
}

/**
 * Whether what is shown is still what is left of something that was refused: of 1.5 without its point, say, when the 5
 * comes. Whatever takes away from it, or takes its place, is another number.
 */
export function isRest(before: string, now: string): boolean {
  return now.length === before.length + 1 && now.startsWith(before);
}
