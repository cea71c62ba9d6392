import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type ExpiryReport = components["schemas"]["ExpiryReport"];
export type ExpiryEffect = components["schemas"]["ExpiryEffect"];
export type ExpiryVersion = components["schemas"]["ExpiryPolicyVersion"];
export type ExpiryMonth = ExpiryReport["months"][number];
export type ExpiryEstimate = components["schemas"]["ExpiryEstimate"];
export type ExpiryChecks = components["schemas"]["ExpiryChecks"];
type Notices = components["schemas"]["ExpiryNoticeDays"];
type Proposal = components["schemas"]["ExpiryProposal"];
export type Rule = components["schemas"]["ExpiryRule"];
export type RuleKind = Rule["kind"];

export const KINDS = ["never", "afterEarning", "onDay", "inactivity"] as const satisfies readonly RuleKind[];

/** The notices before points expire, the earliest first. */
export const NOTICES = ["thirty", "seven", "one"] as const satisfies readonly (keyof Notices)[];

/** The values of the editor as typed. Each kind keeps its own values, so that choosing it again restores them. */
export interface ExpiryForm {
  kind: RuleKind;
  months: string;
  monthEnd: boolean;
  month: string;
  day: string;
  years: string;
  graceDays: string;
  extraDays: string;
  notices: Required<Notices>;
  starts: string;
}

const ALL_NOTICES = { thirty: true, seven: true, one: true };
const BLANK = { months: "24", monthEnd: true, month: "12", day: "31", years: "1" };

/** The editor begins with the policy that applies now. */
export function formOf(version: ExpiryVersion | undefined, starts: string): ExpiryForm {
  if (!version)
    return { ...BLANK, kind: "never", graceDays: "30", extraDays: "90", notices: ALL_NOTICES, starts };
  const { rule, graceDays, extraDays, notices } = version.policy;
  const form = {
    ...BLANK,
    kind: rule.kind,
    graceDays: String(graceDays),
    extraDays: String(extraDays),
    notices: { ...ALL_NOTICES, ...notices },
    starts,
  };
  if (rule.kind === "onDay")
    return { ...form, month: String(rule.month), day: String(rule.day), years: String(rule.years) };
  if (rule.kind === "afterEarning") return { ...form, months: String(rule.months), monthEnd: rule.monthEnd };
  return rule.kind === "inactivity" ? { ...form, months: String(rule.months) } : form;
}

function ruleOf(form: ExpiryForm): Rule {
  switch (form.kind) {
    case "never":
      return { kind: "never" };
    case "afterEarning":
      return { kind: "afterEarning", months: Number(form.months), monthEnd: form.monthEnd };
    case "onDay":
      return {
        kind: "onDay",
        month: Number(form.month),
        day: Number(form.day),
        years: Number(form.years),
      };
    case "inactivity":
      return { kind: "inactivity", months: Number(form.months) };
  }
}

export const proposalOf = (form: ExpiryForm, version: number): Proposal => ({
  policy: {
    rule: ruleOf(form),
    graceDays: Number(form.graceDays),
    extraDays: Number(form.extraDays),
    notices: form.notices,
  },
  starts: form.starts,
  version,
});

export const expiryQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "expiry"],
    queryFn: ({ signal }) => call("get", "/api/admin/expiry", { signal }),
  });

export const lookUpEffect = (body: Proposal) => call("post", "/api/admin/expiry/effect", { body });

/** Fails with 202 where a second person has to agree. */
export async function switchOn(body: Proposal) {
  await call("post", "/api/admin/expiry", { body });
  await queryClient.invalidateQueries({ queryKey: expiryQuery().queryKey });
}
