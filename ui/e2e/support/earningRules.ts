import { expect } from "@playwright/test";
import { call, staffToken } from "./people";
import type { Server } from "./server";

const live = new WeakMap<Server, Set<string>>();

/** An earning rule that is on. A rule of this name is made once, because all tests of a browser share one demo. */
export async function liveRule(server: Server, rule: { name: { en: string }; [field: string]: unknown }) {
  const known = live.get(server) ?? new Set();
  live.set(server, known);
  if (known.has(rule.name.en)) return;
  known.add(rule.name.en);
  const token = await staffToken(server, "operator@kapok.example");
  const path = `/api/admin/earning-rules`;
  const { _id } = await call(server, "POST", path, { token, body: rule });
  const simulation = `${path}/${_id}/simulation`;
  await call(server, "POST", simulation, { token, body: {} });
  const state = async () => (await call(server, "GET", simulation, { token })).state;
  await expect.poll(state, "a simulation").toBe("done");
  await call(server, "POST", `${path}/${_id}/switch-on`, { token, headers: { "If-Match": "*" } });
}
