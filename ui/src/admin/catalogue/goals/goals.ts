import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { nothing, tidyText } from "../../kit/editor/localized";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type AdminGoal = Schemas["AdminGoal"];
export type Goal = Schemas["Goal"];
export type GoalCost = Schemas["GoalCost"];
export type GoalKind = Schemas["GoalKind"];
export type GoalReward = Schemas["GoalReward"];
type Reward = GoalReward["kind"];
type Window = Schemas["GoalWindow"]["kind"];

export const KINDS: readonly GoalKind[] = ["stampCard", "challenge"];
export const COUNTS: readonly Goal["counts"][] = ["purchases", "partners", "spend", "points"];
export const WINDOWS: readonly Window[] = ["dates", "month", "sinceFirst"];
export const REWARDS: readonly Reward[] = ["points", "item", "multiplier", "badge"];

const GOALS = "goals";

export const goalsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, GOALS],
    queryFn: ({ signal }) => call("get", "/api/admin/goals", { signal }),
  });

/** A goal with the tag that a change has to name. */
export const goalQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, GOALS, id],
    queryFn: async ({ signal }) => {
      let etag = "";
      const answered = (headers: Headers) => {
        etag = headers.get("etag") ?? "";
      };
      const goal = await call("get", "/api/admin/goals/{id}", { path: { id }, signal, answered });
      return { goal, etag };
    },
  });

export const goalsChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, GOALS] });

export const addGoal = (body: Goal) => call("post", "/api/admin/goals", { body });
export const replaceGoal = (id: string, etag: string, body: Goal) =>
  call("put", "/api/admin/goals/{id}", { path: { id }, headers: { "If-Match": etag }, body });
export const dropDraft = (id: string) => call("delete", "/api/admin/goals/{id}/draft", { path: { id } });
/** Fails with 202 where a second person has to agree. */
export const switchOn = (id: string, etag: string) =>
  call("post", "/api/admin/goals/{id}/switch-on", { path: { id }, headers: { "If-Match": etag } });
export const switchOff = (id: string) => call("post", "/api/admin/goals/{id}/switch-off", { path: { id } });

/**
 * The estimated cost of a goal, from the purchases of the last four weeks. `goal` is the goal as JSON text,
 * and `id` is the id of the saved goal whose draft it is.
 */
export const costQuery = (id: string | undefined, goal: string) =>
  queryOptions({
    queryKey: [ADMIN, GOALS, "cost", id, goal],
    queryFn: ({ signal }) => {
      const body: Goal = JSON.parse(goal);
      return call("post", "/api/admin/goals/cost", { ...(id ? { query: { goal: id } } : {}), body, signal });
    },
    retry: false,
    staleTime: 60_000,
  });

/** A reward as typed, of a goal or of a level. */
export interface RewardForm {
  points: string;
  item: string;
  rule: string;
  ruleDays: string;
}

export const BLANK_REWARD: RewardForm = { points: "100", item: "", rule: "", ruleDays: "30" };

/** The values of the editor as typed. Each choice keeps its own values, so that choosing it again restores them. */
export interface GoalForm extends RewardForm {
  name: Goal["name"];
  kind: GoalKind;
  counts: Goal["counts"];
  target: string;
  partners: readonly string[];
  minimum: string;
  perDay: string;
  window: Window;
  days: string;
  from: string;
  until: string;
  repeats: boolean;
  limit: string;
  reward: Reward;
}

/** The properties of a part of the form. */
export interface PartProps {
  form: GoalForm;
  /** The server's errors by field. */
  wrong: Record<string, string>;
  change(part: Partial<GoalForm>): void;
}

const BLANK: GoalForm = {
  name: nothing,
  kind: "stampCard",
  counts: "purchases",
  target: "6",
  partners: [],
  minimum: "",
  perDay: "1",
  window: "dates",
  days: "60",
  from: "",
  until: "",
  repeats: false,
  limit: "",
  reward: "points",
  ...BLANK_REWARD,
};

const typed = (number: number | null | undefined) => (number ? String(number) : "");

/** The form of a goal; of a new one without it. */
export function formOf(goal: Goal | undefined): GoalForm {
  if (!goal) return BLANK;
  const { window, reward } = goal;
  return {
    ...BLANK,
    name: goal.name,
    kind: goal.kind,
    counts: goal.counts,
    target: String(goal.target),
    partners: goal.partners ?? [],
    minimum: goal.minimumBillHkd ?? "",
    perDay: typed(goal.perDay),
    window: window?.kind ?? "dates",
    ...(window?.kind === "sinceFirst" ? { days: String(window.days) } : {}),
    from: goal.from ?? "",
    until: goal.until ?? "",
    repeats: goal.repeats ?? false,
    limit: typed(goal.limit),
    reward: reward.kind,
    ...typedReward(reward),
  };
}

/** The typed values of a reward. */
export const typedReward = (reward: GoalReward): RewardForm => ({
  ...BLANK_REWARD,
  ...(reward.kind === "points" ? { points: String(reward.points) } : {}),
  ...(reward.kind === "item" ? { item: reward.item } : {}),
  ...(reward.kind === "multiplier" ? { rule: reward.rule, ruleDays: String(reward.days) } : {}),
});

/** A typed reward as the server takes it. */
export function rewardOf(reward: Reward, { points, item, rule, ruleDays }: RewardForm): GoalReward {
  if (reward === "points") return { kind: reward, points: Number(points) };
  if (reward === "multiplier") return { kind: reward, rule, days: Number(ruleDays) };
  return reward === "item" ? { kind: reward, item } : { kind: reward };
}

/** The goal as the server takes it: what is empty is left out. */
export function goalOf(form: GoalForm): Goal {
  return {
    name: tidyText(form.name),
    kind: form.kind,
    counts: form.counts,
    target: Number(form.target),
    partners: [...form.partners],
    ...(form.minimum ? { minimumBillHkd: form.minimum } : {}),
    ...(form.perDay ? { perDay: Number(form.perDay) } : {}),
    window:
      form.window === "sinceFirst" ? { kind: "sinceFirst", days: Number(form.days) } : { kind: form.window },
    ...(form.from ? { from: form.from } : {}),
    ...(form.until ? { until: form.until } : {}),
    repeats: form.repeats,
    ...(form.limit ? { limit: Number(form.limit) } : {}),
    reward: rewardOf(form.reward, form),
  };
}

/** A stamp card cannot count a sum, so the form counts purchases instead. */
export function withKind(form: GoalForm, kind: GoalKind): GoalForm {
  const sum = form.counts === "spend" || form.counts === "points";
  return { ...form, kind, counts: kind === "stampCard" && sum ? "purchases" : form.counts };
}
