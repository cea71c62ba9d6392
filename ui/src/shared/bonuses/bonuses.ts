import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import { formatPoints } from "../../i18n/format";

export type Bonus = components["schemas"]["PartnerBonus"];

/** The bonuses that this member gets for a purchase on the next days. */
export const bonusesQuery = () =>
  queryOptions({
    queryKey: ["bonuses"],
    queryFn: ({ signal }) => call("get", "/api/partner/bonuses", { signal }),
    staleTime: 300_000,
  });

/** ×2 or +50: what a bonus adds, in the few characters of a disc. */
export function effectOf(bonus: Bonus["bonus"]): string {
  if (bonus.kind === "multiplier") return `×${Number(bonus.factor)}`;
  // A rule that only makes points wait has no bonus, and is announced nowhere.
  return bonus.kind === "none" ? "" : `+${formatPoints(bonus.points)}`;
}

/** HK$80 rather than HK$80.00, HK$80.50 as it is. */
export const shortAmount = (amount: string) => amount.replace(/\.00$/, "");

/** The bonus that is given first; of several on the same day, the one that starts first. */
export function nextBonus(bonuses: readonly Bonus[]): Bonus | undefined {
  const start = ({ nextDay, hours }: Bonus) => `${nextDay} ${hours?.from ?? "00:00"}`;
  return bonuses.reduce<Bonus | undefined>(
    (first, bonus) => (first && start(first) <= start(bonus) ? first : bonus),
    undefined,
  );
}
