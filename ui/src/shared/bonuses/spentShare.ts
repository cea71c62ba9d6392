import type { components } from "../../api/schema";

export type BudgetLeft = components["schemas"]["BudgetLeft"];

/** The share of a budget that is spent, from 0 to 1. */
export function spentShare({ amount, left }: BudgetLeft): number {
  const whole = Number(amount);
  return whole > 0 ? Math.min(1, Math.max(0, 1 - Number(left) / whole)) : 1;
}
