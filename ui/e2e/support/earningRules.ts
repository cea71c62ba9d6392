import { expect, type Page } from "@playwright/test";
import { call, staffToken } from "./people";
import type { Server } from "./server";
import { LANGUAGES, type Say } from "./words";

const RULES = "/api/admin/earning-rules";
const live = new WeakMap<Server, Set<string>>();

/** An earning rule that is on. A rule of this name is made once, because all tests of a browser share one demo. */
export async function liveRule(
  server: Server,
  rule: { name: { en: string; zh?: string; zhhk?: string }; [field: string]: unknown },
) {
  const known = live.get(server) ?? new Set();
  live.set(server, known);
  if (known.has(rule.name.en)) return;
  known.add(rule.name.en);
  const token = await staffToken(server, "operator@kapok.example");
  const { _id } = await call(server, "POST", RULES, { token, body: rule });
  await switchOn(server, token, _id);
}

/** Fills in the names of a rule in the editor. */
export async function fillNames(
  page: Page,
  say: Say,
  nameIn: (language: (typeof LANGUAGES)[number]) => string,
) {
  for (const one of LANGUAGES)
    await page.getByRole("textbox", { name: say(`admin:languages.${one}`), exact: true }).fill(nameIn(one));
}

/** Gives the rule in the editor a budget in points, without which the server refuses it. */
export async function limit(page: Page, say: Say, points: number) {
  await page.getByLabel(say("adminRules:form.budget"), { exact: true }).selectOption("points");
  await page
    .getByRole("textbox", { name: say("adminRules:form.budgetAmount"), exact: true })
    .fill(String(points));
}

/** Simulates the newest version of a rule and switches it on. */
export async function switchOn(server: Server, token: string, id: string) {
  const simulation = `${RULES}/${id}/simulation`;
  await call(server, "POST", simulation, { token, body: {} });
  const state = async () => (await call(server, "GET", simulation, { token })).state;
  await expect.poll(state, "a simulation").toBe("done");
  await call(server, "POST", `${RULES}/${id}/switch-on`, { token, headers: { "If-Match": "*" } });
}
