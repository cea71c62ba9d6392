import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Message } from "../../members/messages/messages";
import { ADMIN } from "../../session";

export type BackupList = components["schemas"]["BackupList"];
export type LedgerCheckState = components["schemas"]["LedgerCheckState"];

/** The polling interval while work runs on the server. */
const LOOK_MS = 1_000;

export const backupsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "maintenance", "backups"],
    queryFn: ({ signal }) => call("get", "/api/admin/backups", { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
  });

export const ledgerCheckQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "maintenance", "ledgerCheck"],
    queryFn: ({ signal }) => call("get", "/api/admin/ledger/check", { signal }),
    refetchInterval: ({ state }) => (state.data?.running ? LOOK_MS : false),
  });

export const backupFile = (name: string) => `/api/admin/backups/${encodeURIComponent(name)}`;

/** Starts a backup; the list tells when it is done. */
export async function makeBackup() {
  queryClient.setQueryData(backupsQuery().queryKey, await call("post", "/api/admin/backups", {}));
}

export async function startLedgerCheck() {
  queryClient.setQueryData(ledgerCheckQuery().queryKey, await call("post", "/api/admin/ledger/check", {}));
}

/** Refreshes what the work has changed: the figures, the findings and the alarms. */
export function maintenanceDone() {
  void queryClient.invalidateQueries({ queryKey: [ADMIN, "diagnostics"] });
}

/** Sends a test message by e-mail to the signed-in person, or by SMS to a number. */
export const sendTest = (phone?: string) =>
  call("post", "/api/admin/messages/test", {
    body: phone === undefined ? { channel: "email" } : { channel: "sms", phone },
  });

/** The delivery state of a test message, polled until the message has left or failed. */
export const testMessageQuery = (test: { _id: string; to: string }) =>
  queryOptions({
    queryKey: [ADMIN, "messages", "test", test._id],
    queryFn: async ({ signal }): Promise<Message | null> => {
      const found = await call("get", "/api/admin/messages", { query: { to: test.to, limit: 20 }, signal });
      return found.find(({ _id }) => _id === test._id) ?? null;
    },
    refetchInterval: ({ state }) => (state.data?.state === "waiting" ? LOOK_MS : false),
  });
