import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { formatPoints } from "../../../i18n/format";
import { type Creatable, contentChanged, oneOf } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";
import type { RuleForm } from "./form";
import { ruleOf } from "./ruleOf";

type Schemas = components["schemas"];
export type Rule = Schemas["AdminEarningRule"];
export type RuleState = Schemas["EarningRuleState"];
export type RuleContent = Schemas["EarningRule"];
export type Version = Schemas["EarningRuleVersion"];
export type Simulation = Schemas["EarningRuleSimulation"];
export type SimulationResult = Schemas["EarningRuleSimulationResult"];
export type ChangedBill = SimulationResult["changedBills"][number];

export type RuleOfMember = Schemas["EarningRuleOfMember"];
export type Obstacle = Schemas["EarningRuleObstacle"];
export type RuleCheck = Schemas["EarningRuleCheck"];

/** The time in which a change in the list can be taken back by its toast. */
export const UNDO_MS = 10_000;

const RULES = "earningRules";

/** The state of a rule, by the colour of its badge. */
export const TONES = {
  on: "leaf",
  scheduled: "harbour",
  draft: "plain",
  off: "plain",
  ended: "plain",
  spent: "pollen",
} as const satisfies Record<RuleState, string>;

/** The points and bills that would have waited in a simulation, as the values of a sentence. */
export const waitingWords = ({ pendingPoints = 0, pendingBills = 0 }: SimulationResult) => ({
  points: formatPoints(pendingPoints),
  count: pendingBills,
  bills: formatPoints(pendingBills),
});

/** The version that counts now: the one that is on, or else the newest. */
export const presentOf = ({ live, latest }: Rule): Version => live ?? latest;

/** Returns whether a version is on. It is on also before its first day and after its budget is spent. */
export const isOn = ({ live }: Rule) => live !== undefined && live !== null;

/** The last day of the version that counts, by the version or by hand. */
export function lastDayOf(rule: Rule): string | undefined {
  const days = [presentOf(rule).rule.until, rule.ended?.on].filter((day) => typeof day === "string");
  return days.sort()[0];
}

/** The first and the last day of the version that counts. */
export const periodOf = (rule: Rule) => ({ from: presentOf(rule).rule.from, until: lastDayOf(rule) });

/** Returns whether a rule can be ended today: it is on and has started, and its last day is after today. */
export const canEnd = (rule: Rule, today: string) =>
  isOn(rule) && rule.state !== "scheduled" && (lastDayOf(rule) ?? "9999") > today;

/** The actions that the state of a rule allows, for a reader or for staff who may change rules. */
export const ruleAllows = (rule: Rule, mayChange: boolean, today: string) => ({
  compare: isOn(rule) && rule.latest.draft,
  drop: mayChange && rule.latest.draft,
  end: mayChange && canEnd(rule, today),
  off: mayChange && isOn(rule),
});

/** Returns whether a rule has a draft beside the version that is on or was on. */
export const hasDraft = ({ latest, state }: Rule) => latest.draft && state !== "draft";

/** Earning rules, as the editor saves them. A removal drops the draft only. */
export const earningRules: Creatable<Rule, RuleForm> = {
  name: RULES,
  get: (id, told) => call("get", "/api/admin/earning-rules/{id}", { path: { id }, ...told }),
  create: (form) => call("post", "/api/admin/earning-rules", { body: ruleOf(form) }),
  replace: (id, etag, form, answered) =>
    call("put", "/api/admin/earning-rules/{id}", {
      path: { id },
      headers: { "If-Match": etag },
      body: ruleOf(form),
      answered,
    }),
  remove: (id) => call("delete", "/api/admin/earning-rules/{id}/draft", { path: { id } }),
};

export const rulesQuery = () =>
  queryOptions({
    queryKey: [ADMIN, RULES, "list"],
    queryFn: ({ signal }) => call("get", "/api/admin/earning-rules", { signal }),
  });

export const versionsQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, RULES, "versions", id],
    queryFn: ({ signal }) => call("get", "/api/admin/earning-rules/{id}/versions", { path: { id }, signal }),
  });

/** The polling interval while a simulation runs. */
const LOOK_MS = 500;

/** The time until the next poll of a simulation; `false` when the simulation has ended. */
export const lookWhileRunning = ({ state }: { state: { data?: Pick<Simulation, "state"> | undefined } }) =>
  state.data?.state === "running" ? LOOK_MS : (false as const);

export const simulationQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "earningRuleSimulation", id],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/earning-rules/{id}/simulation", { path: { id }, signal }),
    refetchInterval: lookWhileRunning,
  });

/** Begins a simulation of the newest version on the purchases of the last days. */
export async function simulate(id: string, days: number, keepDates: boolean, lastYear = false) {
  const body = { days, keepDates, lastYear };
  const begun = await call("post", "/api/admin/earning-rules/{id}/simulation", { path: { id }, body });
  queryClient.setQueryData(simulationQuery(id).queryKey, begun);
}

export async function stopSimulation(id: string) {
  await call("delete", "/api/admin/earning-rules/{id}/simulation", { path: { id } });
  await queryClient.invalidateQueries({ queryKey: simulationQuery(id).queryKey });
}

/** Switches the newest version on. Fails with 202 where a second person has to agree. */
export async function switchOn(id: string, etag: string) {
  await call("post", "/api/admin/earning-rules/{id}/switch-on", {
    path: { id },
    headers: { "If-Match": etag },
  });
  ruleChanged(id);
}

const sendOff = (id: string) => call("post", "/api/admin/earning-rules/{id}/switch-off", { path: { id } });

export async function switchOff(id: string) {
  await sendOff(id);
  ruleChanged(id);
}

/** The result of an action on several rules. */
export interface SwitchedOff {
  /** The number of rules that were changed. */
  done: number;
  failed: readonly { rule: Rule; error: unknown }[];
}

/** Switches rules off with one call for each. A refusal of one does not stop the others. */
export const switchOffEach = (rules: readonly Rule[]) => each(rules, sendOff);

/** Makes today the last day of rules, with one call for each. */
export const endEach = (rules: readonly Rule[]) =>
  each(rules, (id) => call("post", "/api/admin/earning-rules/{id}/end", { path: { id } }));

/** Gives rules back the end that they had before they were ended by hand, within a minute. */
export const takeEndsBack = (rules: readonly Rule[]) =>
  each(rules, (id) => call("delete", "/api/admin/earning-rules/{id}/end", { path: { id } }));

async function each(rules: readonly Rule[], send: (id: string) => Promise<unknown>): Promise<SwitchedOff> {
  const failed: { rule: Rule; error: unknown }[] = [];
  for (const rule of rules) {
    try {
      await send(rule._id);
    } catch (error) {
      failed.push({ rule, error });
    }
  }
  contentChanged(earningRules);
  return { done: rules.length - failed.length, failed };
}

/** Fetches a rule anew, because its state has changed. */
export function ruleChanged(id: string) {
  void queryClient.invalidateQueries({ queryKey: oneOf(earningRules, id).queryKey });
  contentChanged(earningRules);
}

/** Puts the rules into another order. `seen` is the order that was rearranged; fetches the present order in any case. */
export async function arrangeRules(seen: readonly string[], order: readonly string[]) {
  const body = { seen: [...seen], order: [...order] };
  try {
    await call("put", "/api/admin/earning-rules/order", { body });
  } finally {
    await queryClient.invalidateQueries({ queryKey: [ADMIN, RULES] });
  }
}

/** Every rule for one member. The server audits each fetch. */
export const ofMemberQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, RULES, "of", id],
    queryFn: ({ signal }) => call("get", "/api/admin/members/{id}/earning-rules", { path: { id }, signal }),
    refetchOnWindowFocus: false,
    enabled: id !== "",
  });

/** The check of a draft as it is typed. Nothing is saved. */
export const checkQuery = (id: string | undefined, rule: RuleContent | undefined) =>
  queryOptions({
    queryKey: [ADMIN, "earningRuleCheck", id, rule],
    queryFn: rule
      ? ({ signal }) =>
          call("post", "/api/admin/earning-rules/check", { body: { ...(id ? { id } : {}), rule }, signal })
      : skipToken,
    placeholderData: keepPreviousData,
  });
