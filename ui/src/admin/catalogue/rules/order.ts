import { presentOf, type Rule } from "./rules";

/** A rule that was moved in the list: before another, or after it. */
export interface Move {
  id: string;
  to: string;
  after: boolean;
}

/** The till reads rules from the highest priority down, and older ones first. */
export function inOrder(one: Rule, other: Rule): number {
  const priority = (rule: Rule) => presentOf(rule).rule.priority ?? 0;
  return priority(other) - priority(one) || (one._id < other._id ? -1 : 1);
}

/** The order of ids after a move. A move of or to a rule that is no longer there changes nothing. */
export function moved(ids: readonly string[], { id, to, after }: Move): readonly string[] {
  if (id === to || !ids.includes(id) || !ids.includes(to)) return ids;
  const rest = ids.filter((one) => one !== id);
  const at = rest.indexOf(to) + (after ? 1 : 0);
  return [...rest.slice(0, at), id, ...rest.slice(at)];
}

/** The move of a rule by one place among those that are shown; `undefined` at the end of the list. */
export function step(shown: readonly string[], id: string, up: boolean): Move | undefined {
  const to = shown[shown.indexOf(id) + (up ? -1 : 1)];
  return shown.includes(id) && to !== undefined ? { id, to, after: !up } : undefined;
}
