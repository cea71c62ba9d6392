const GRAMS_OF_KILOGRAM = 1000;

/** Grams without rounding: 24 g, 1.14 kg. */
export function exactWeight(grams: number): string {
  const inKilograms = grams >= GRAMS_OF_KILOGRAM;
  const number = new Intl.NumberFormat("en-HK", { maximumFractionDigits: 3 });
  return inKilograms
    ? `${number.format(grams / GRAMS_OF_KILOGRAM)}\u00a0kg`
    : `${number.format(grams)}\u00a0g`;
}
