import { bloomed, type Tree } from "../../shared/carbon/tree";

const month = new Intl.DateTimeFormat("en", { month: "numeric", timeZone: "Asia/Hong_Kong" });

/** The year whose tree shows first: in January the last one, until the new tree has its first petal. */
export function yearShown({ year, firstYear, grams }: Tree, now: Date): number {
  const { blooms, petals } = bloomed(Number(grams));
  const bare = firstYear < year && blooms + petals === 0;
  return bare && month.format(now) === "1" ? year - 1 : year;
}
