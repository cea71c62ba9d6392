import type { RuleForm } from "./form";

/** Hundredths or smaller parts of a decimal text, as a whole number. */
const parts = (decimal: string, places: number) => {
  const [whole = "", rest = ""] = decimal.split(".");
  return Number(whole + rest.padEnd(places, "0").slice(0, places));
};

/** The base points of a bill at 1 point for each HK$1, and what the rule adds to them, for the preview. */
export function exampleOf(form: RuleForm, billHkd: string): { base: number; added: number } {
  const base = Math.floor(parts(billHkd || "0", 2) / 100);
  const cap = form.perReceipt === "" ? Number.POSITIVE_INFINITY : Number(form.perReceipt);
  return { base, added: Math.max(0, Math.min(cap, addedBy(form, base, billHkd))) };
}

function addedBy({ bonus, factor, rounding, points, eachHkd }: RuleForm, base: number, billHkd: string) {
  if (bonus === "none") return 0;
  // The example is a bill with one unit entered.
  if (bonus === "fixed" || bonus === "perUnit") return Number(points);
  if (bonus === "perAmount") {
    const each = parts(eachHkd || "0", 2);
    return each > 0 ? Math.floor(parts(billHkd || "0", 2) / each) * Number(points) : 0;
  }
  const tenThousandths = base * (parts(factor || "1", 4) - 10_000);
  const round = { down: Math.floor, nearest: Math.round, up: Math.ceil }[rounding];
  return round(tenThousandths / 10_000);
}
