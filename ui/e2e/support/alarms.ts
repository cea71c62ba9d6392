import { randomUUID } from "node:crypto";
import { expect, type Page } from "@playwright/test";
import type { AlarmSettings, AlarmThreshold } from "../../src/admin/control/alarms/alarms";
import type { KindName } from "../../src/admin/control/alarms/thresholds";
import { button } from "./app";
import { call, invitation, type Member, newEmail, PASSWORD, staffToken } from "./people";
import type { Server } from "./server";
import type { Say } from "./words";

const off = { on: false, from: 3, bills: 0, days: 1 };
// The server accepts no share of fewer than five bills.
const share = { ...off, from: 50, bills: 5 };

/** Settings in which some kinds raise alarms at low thresholds, and no other kind does. */
export function watching(kinds: Partial<Record<KindName, Partial<AlarmThreshold>>>): Required<AlarmSettings> {
  const settings = {
    on: true,
    pair: off,
    roundAmounts: share,
    noReceipt: { ...share, from: 3 },
    fanIn: off,
    undone: share,
    device: off,
  };
  const watched = Object.entries(kinds).map(([name, threshold]) => [
    name,
    { ...settings[name as KindName], on: true, ...threshold },
  ]);
  return { ...settings, ...Object.fromEntries(watched) };
}

/** Looks for abuse at once, as the page offers. */
export async function look(page: Page, say: Say) {
  await button(page, say("adminAlarms:look.now")).click();
  await expect(page.getByRole("status").filter({ hasText: /\d/ }).first()).toBeVisible();
}

/** The tab of a queue. */
export const queueTab = (page: Page, say: Say, queue: "open" | "held" | "done") =>
  page.getByRole("tab", { name: new RegExp(`^${say(`adminAlarms:queue.${queue}`, { n: "" }).trim()}`) });

/** One alarm beside the list. */
export const alarmPane = (page: Page, say: Say) =>
  page.getByRole("complementary", { name: say("adminAlarms:one") });

/** A published partner, with which no other test compares its cashiers. */
export async function newPartner(server: Server, name: string): Promise<string> {
  const token = await staffToken(server, "operator@kapok.example");
  const body = {
    type: "food",
    name: { en: name },
    description: { en: "Tea and cakes." },
    basePoints: "1",
    active: true,
    useEnglish: true,
  };
  return (await call(server, "POST", "/api/admin/partners", { token, body }))._id;
}

/** A person at the counter of a partner; gives their session. */
export async function newCashier(server: Server, partner: string, name: string): Promise<string> {
  const email = newEmail();
  const link = (await invitation(server, email, "merchant", partner)).split("/").at(-1);
  await call(server, "POST", "/api/staff/link/accept", { body: { token: link, name, password: PASSWORD } });
  return await staffToken(server, email);
}

export interface Bill {
  amountHkd: string;
  /** Empty for a bill without a number. */
  receipt: string;
  undone?: boolean;
}

/** Gives a member points for bills with the session of a cashier, and takes some of them back. */
export async function giveFor(server: Server, cashier: string, member: Member, bills: readonly Bill[]) {
  const post = (path: string, body: object) =>
    call(server, "POST", path, { token: cashier, headers: { "Idempotency-Key": randomUUID() }, body });
  for (const { undone, ...bill } of bills) {
    const { transactionId } = await post("/api/merchant/award", { member: member.shortId, ...bill });
    if (undone) await post(`/api/merchant/award/${transactionId}/undo`, {});
  }
}
