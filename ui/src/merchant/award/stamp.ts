import type { Awarded } from "../kit/orders";

export type GoalStep = NonNullable<Awarded["goals"]>[number];

/** The stamp card that the till shows after an award. */
export interface TillCard {
  step: GoalStep;
  /** Stamps that this purchase added. */
  fresh: number;
  /** True if the purchase added no stamp because the card takes no more on that day. */
  fullToday: boolean;
}

/** A card with all its stamps that was not reached gets no reward any more: its goal has given all its rewards. */
const isShown = ({ kind, reached, progress, target }: GoalStep) =>
  kind === "stampCard" && (reached || progress < target);

/** The card that became full or has moved; else one that takes no more today. An answer of an earlier version has none. */
export function tillCard({ goals = [], goalsFullToday = [] }: Awarded): TillCard | undefined {
  const cards = goals.filter(isShown);
  const step = cards.find(({ reached }) => reached) ?? cards.find(({ added }) => added > 0) ?? cards[0];
  if (step) return { step, fresh: step.added, fullToday: false };
  const full = goalsFullToday.find(isShown);
  return full && { step: full, fresh: 0, fullToday: true };
}

/** The number of columns of a card at the till: rows of equal length, up to five in one. */
export function tillColumns(target: number): number {
  if (target <= 5) return target;
  return [5, 4, 3].find((columns) => target % columns === 0) ?? (target === 7 || target === 11 ? 4 : 5);
}
