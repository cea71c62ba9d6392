import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Message = components["schemas"]["AdminMessage"];
export type State = components["schemas"]["MessageState"];
export type Channel = components["schemas"]["Channel"];

export const STATES = ["waiting", "sent", "dead"] as const satisfies readonly State[];
export const CHANNELS = ["email", "sms", "push"] as const satisfies readonly Channel[];

/** Those whose content is erased with the message: a code or a link is nobody's to send again, nor is a last word to
 * somebody who has left. */
const ERASED: ReadonlySet<string> = new Set([
  "code",
  "reset",
  "staff_invitation",
  "staff_reset",
  "staff_forgot",
  "account_closed",
]);

/** Whether the server would try it once more: not what carried a secret, nor what the member has declined since. */
export const isRepeatable = ({ state, kind, reason }: Message) =>
  state === "dead" && !ERASED.has(kind) && reason !== "unwanted";

/** Why the last attempt failed: a word, and what the other side said. */
export function reasonOf({ reason = "" }: Message): { word: string; said: string } {
  const [word = "", ...said] = reason.split(": ");
  return { word, said: said.join(": ") };
}

export const retry = (id: string) => call("post", "/api/admin/messages/{id}/retry", { path: { id } });

/** Those of a list that were given up: of one channel, or to one whole address. */
export interface Chosen {
  channel?: Channel;
  to?: string;
}

/** Has all of them tried once more, some hundreds a call; gives how many there were. */
export async function retryAll(chosen: Chosen): Promise<number> {
  let sum = 0;
  for (let before: string | undefined, more = true; more; more = before !== undefined) {
    const done = await call("post", "/api/admin/messages/retry", {
      body: { ...chosen, ...(before && { before }) },
    });
    sum += done.retried;
    before = done.before;
  }
  return sum;
}

export const summaryQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "messages", "summary"],
    queryFn: ({ signal }) => call("get", "/api/admin/messages/summary", { signal }),
  });

/** What a message says that was kept on the server; for owners. */
export const keptQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "messages", "kept", id],
    queryFn: ({ signal }) => call("get", "/api/admin/messages/{id}/text", { path: { id }, signal }),
  });

/** How far it has come, as it is shown: one without a gateway was kept, not sent. */
export const shownState = ({ state, kept }: Message) => (kept ? "kept" : state);

export const messagesChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, "messages"] });

/** Whether a page of that host is open on the machine that the server runs on. */
export const isOwnMachine = (host: string) =>
  host === "localhost" || host.endsWith(".localhost") || host.startsWith("127.") || host === "[::1]";
