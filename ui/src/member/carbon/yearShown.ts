import { bloomed, type Tree } from "../../shared/carbon/tree";

const month = new Intl.DateTimeFormat("en", { month: "numeric", timeZone: "Asia/Hong_Kong" });

/** The last month in which the tree of last year shows. A bare tree says little until then; later it tells the truth. */
const LAST_MONTH = 3;

/** The year whose tree shows first: up to March the last one, until the new tree has its first petal. */
export function yearShown({ year, firstYear, grams }: Tree, now: Date): number {
  const { blooms, petals } = bloomed(Number(grams));
  const bare = firstYear < year && blooms + petals === 0;
  return bare && Number(month.format(now)) <= LAST_MONTH ? year - 1 : year;
}
