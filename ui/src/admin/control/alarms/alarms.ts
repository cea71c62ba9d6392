import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { adminPaths } from "../../paths";
import { ADMIN } from "../../session";

export type AdminAlarm = components["schemas"]["AbuseAlarm"];
export type AlarmPage = components["schemas"]["AbuseAlarmPage"];
export type AlarmSummary = components["schemas"]["AlarmSummary"];
export type AlarmSettings = components["schemas"]["AlarmSettings"];
export type AlarmThreshold = components["schemas"]["AlarmThreshold"];
export type AlarmStep = components["schemas"]["AlarmStep"];

export const QUEUES = ["open", "held", "done"] as const;
/** The longest note, as on the server. */
export const LONGEST_NOTE = 500;
export const TONES = { high: "plum", medium: "pollen", low: "plain" } as const;

/** The queue in figures, and what raises an alarm. */
export const summaryQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "alarms", "summary"],
    queryFn: ({ signal }) => call("get", "/api/admin/alarms/summary", { signal }),
    refetchInterval: 60_000,
  });

/** An alarm with its evidence. The server audits each fetch. */
export const alarmQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "alarms", "one", id],
    queryFn: ({ signal }) => call("get", "/api/admin/alarms/{id}", { path: { id }, signal }),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** Puts points of some members on hold, once. */
export function holdPoints(id: string, note: string, members: string[]) {
  const body = { note, members };
  return once(intent("hold for alarm", { id, body }), (key) =>
    call("post", "/api/admin/alarms/{id}/hold", { path: { id }, headers: { "Idempotency-Key": key }, body }),
  );
}

/** Gives all points back that an alarm holds, once. */
export function releasePoints(id: string, note: string) {
  return once(intent("release for alarm", { id, note }), (key) =>
    call("post", "/api/admin/alarms/{id}/release", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { note },
    }),
  );
}

/** Pauses the cashier of an alarm, who can then sign in at no till. A retry pauses only once. */
export function pauseCashier(id: string, note: string) {
  return once(intent("pause cashier of alarm", { id, note }), (key) =>
    call("post", "/api/admin/alarms/{id}/pause-cashier", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { note },
    }),
  );
}

/** Lets the cashier of an alarm sign in again, once. */
export function resumeCashier(id: string, note: string) {
  return once(intent("resume cashier of alarm", { id, note }), (key) =>
    call("post", "/api/admin/alarms/{id}/resume-cashier", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { note },
    }),
  );
}

export function dismissAlarms(alarms: string[], note: string) {
  return once(intent("dismiss alarms", { alarms, note }), (key) =>
    call("post", "/api/admin/alarms/dismiss", {
      headers: { "Idempotency-Key": key },
      body: { alarms, note },
    }),
  );
}

/** Looks for abuse now instead of waiting for the next scheduled check. */
export const lookNow = () => call("post", "/api/admin/alarms/look");

/** Call after a decision: refreshes the queue, the member and the totals. */
export function alarmDecided() {
  for (const kind of ["alarms", "members", "summary", "transactions", "reports", "audit", "counters"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, kind] });
}

/** The list of transactions with the filters that fit an alarm; undefined where no filter does. */
export function transactionsOf({ alarm, cashier, perDay, evidenceCount }: AlarmPage): string | undefined {
  const [first, last] = [perDay[0]?.day, perDay.at(-1)?.day];
  if (evidenceCount === 0 || !first || !last) return undefined;
  const days = { from: first, to: last };
  if (alarm.kind === "fan_in" && alarm.member)
    return address({ q: alarm.member.shortId, type: "Transfer", ...days });
  if (!cashier || !alarm.partner) return undefined;
  const whose: Record<string, string> =
    alarm.kind === "pair" && alarm.member ? { q: alarm.member.shortId } : {};
  return address({ ...whose, partner: alarm.partner, cashier, ...days });
}

const address = (filters: Record<string, string>) =>
  `${adminPaths.transactions}?${new URLSearchParams(filters).toString()}`;
