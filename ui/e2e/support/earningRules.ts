import { expect } from "@playwright/test";
import { call, staffToken } from "./people";
import type { Server } from "./server";

const RULES = "/api/admin/earning-rules";
const live = new WeakMap<Server, Set<string>>();

/** An earning rule that is on. A rule of this name is made once, because all tests of a browser share one demo. */
export async function liveRule(server: Server, rule: { name: { en: string }; [field: string]: unknown }) {
  const known = live.get(server) ?? new Set();
  live.set(server, known);
  if (known.has(rule.name.en)) return;
  known.add(rule.name.en);
  const token = await staffToken(server, "operator@kapok.example");
  const { _id } = await call(server, "POST", RULES, { token, body: rule });
  await switchOn(server, token, _id);
}

/** Simulates the newest version of a rule and switches it on. */
export async function switchOn(server: Server, token: string, id: string) {
  const simulation = `${RULES}/${id}/simulation`;
  await call(server, "POST", simulation, { token, body: {} });
  const state = async () => (await call(server, "GET", simulation, { token })).state;
  await expect.poll(state, "a simulation").toBe("done");
  await call(server, "POST", `${RULES}/${id}/switch-on`, { token, headers: { "If-Match": "*" } });
}
