import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { type Creatable, contentChanged, oneOf } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";
import { type RuleForm, ruleOf } from "./form";

type Schemas = components["schemas"];
export type Rule = Schemas["AdminEarningRule"];
export type RuleState = Schemas["EarningRuleState"];
export type RuleContent = Schemas["EarningRule"];
export type Version = Schemas["EarningRuleVersion"];
export type Simulation = Schemas["EarningRuleSimulation"];
export type SimulationResult = Schemas["EarningRuleSimulationResult"];
export type ChangedBill = SimulationResult["changedBills"][number];

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

/** The version that counts now: the one that is on, or else the newest. */
export const presentOf = ({ live, latest }: Rule): Version => live ?? latest;

/** Whether a version is on, also before its first day or after its budget is spent. */
export const isOn = ({ live }: Rule) => live !== undefined && live !== null;

/** Whether a draft waits beside the version that is on or was on. */
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
export async function simulate(id: string, days: number, keepDates: boolean) {
  const body = { days, keepDates };
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

export interface SwitchedOff {
  /** The number of rules that are off now. */
  done: number;
  failed: readonly { rule: Rule; error: unknown }[];
}

/** Switches rules off with one call for each. A refusal of one does not stop the others. */
export async function switchOffEach(rules: readonly Rule[]): Promise<SwitchedOff> {
  const failed: { rule: Rule; error: unknown }[] = [];
  for (const rule of rules) {
    try {
      await sendOff(rule._id);
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
