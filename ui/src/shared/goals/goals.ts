import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type MemberGoal = components["schemas"]["MemberGoal"];

/** The member's stamp cards and challenges. */
export const goalsQuery = () =>
  queryOptions({ queryKey: ["goals"], queryFn: ({ signal }) => call("get", "/api/goals", { signal }) });

/** One goal with the purchases on the member's card. */
export const goalQuery = (id: string) =>
  queryOptions({
    queryKey: ["goals", id],
    queryFn: ({ signal }) => call("get", "/api/goals/{id}", { path: { id }, signal }),
  });

/** Tells the server that the member has seen the reached targets of a goal. */
export const markSeen = (id: string) => call("post", "/api/goals/{id}/seen", { path: { id } });

/** The goals by section of the screen. */
export function sections(goals: readonly MemberGoal[]) {
  const current = goals.filter(({ state }) => state !== "ended");
  return {
    cards: current.filter(({ kind }) => kind === "stampCard"),
    challenges: current.filter(({ kind }) => kind === "challenge"),
    ended: goals.filter(({ state }) => state === "ended"),
  };
}

/** A full stamp card that the member has not seen yet. */
export const toCelebrate = (goals: readonly MemberGoal[]) =>
  goals.find(({ kind, reached }) => kind === "stampCard" && reached && !reached.seen);

/** The goal that Home shows: what is under way and ends first, or else the first that is open. */
export function nextGoal(goals: readonly MemberGoal[]): MemberGoal | undefined {
  const open = goals.filter(({ state }) => state === "open");
  return open.find(({ progress }) => progress > 0) ?? open[0];
}
