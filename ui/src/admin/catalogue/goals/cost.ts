import { formatPoints } from "../../../i18n/format";
import type { GoalCost, GoalForm } from "./goals";

/** The cost of all full cards in HK$; undefined where it is not known. */
export const costOf = ({ hkd }: GoalCost, reward: GoalForm["reward"]) =>
  reward === "multiplier" ? undefined : hkd;

/** HK$ with thousands separated, and without empty cents. */
export function dollarsOf(hkd: string): string {
  const [whole, cents] = hkd.split(".");
  const amount = `HK$${formatPoints(Number(whole))}`;
  return cents && Number(cents) > 0 ? `${amount}.${cents}` : amount;
}

interface Reach {
  /** `left` counts either the coupons in stock, or the rewards that the goal may still give. */
  of: "coupons" | "rewards";
  /** Undefined without a limit. */
  left: number | undefined;
}

/** Returns the limit that ends the rewards first: the stock of coupons, or the limit of the goal. */
export function reach({ couponsLeft, rewardsLeft }: GoalCost, reward: GoalForm["reward"]): Reach {
  const coupons =
    reward === "item" && (rewardsLeft === undefined || (couponsLeft ?? Infinity) <= rewardsLeft);
  return coupons ? { of: "coupons", left: couponsLeft } : { of: "rewards", left: rewardsLeft };
}
