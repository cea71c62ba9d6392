import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { adminPaths } from "../../paths";
import { ADMIN } from "../../session";

export type Message = components["schemas"]["AdminMessage"];
export type State = components["schemas"]["MessageState"];
export type Channel = components["schemas"]["Channel"];

export const STATES = ["waiting", "sent", "dead"] as const satisfies readonly State[];
/** The filters of the list; a message whose channel has no gateway is kept on this server. */
export const SHOWN_STATES = [...STATES, "kept"] as const;
export const CHANNELS = ["email", "sms", "push"] as const satisfies readonly Channel[];

/** Kinds whose content is erased, so no retry: codes, links, and the last message to a former member. */
const ERASED: ReadonlySet<string> = new Set([
  "code",
  "reset",
  "staff_invitation",
  "staff_reset",
  "staff_forgot",
  "account_closed",
]);

/**
 * Returns whether a failed message can be sent again: not if its content is erased, or if the member has
 * opted out since.
 */
export const isRepeatable = ({ state, kind, reason }: Message) =>
  state === "dead" && !ERASED.has(kind) && reason !== "unwanted";

/** The reason why the last attempt failed: a code, and the other side's own text. */
export function reasonOf({ reason = "" }: Message): { word: string; said: string } {
  const [word = "", ...said] = reason.split(": ");
  return { word, said: said.join(": ") };
}

export const retry = (id: string) => call("post", "/api/admin/messages/{id}/retry", { path: { id } });

/** Failed messages to retry: of one channel, or to one whole address. */
export interface Chosen {
  channel?: Channel;
  to?: string;
}

/** Retries all of them, some hundreds per call; returns how many there were. */
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

/** The text of a message kept on the server; for owners only. */
export const keptQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "messages", "kept", id],
    queryFn: ({ signal }) => call("get", "/api/admin/messages/{id}/text", { path: { id }, signal }),
  });

/** The state for display: without a gateway a message is kept, not sent. */
export const shownState = ({ state, kept }: Message) => (kept ? "kept" : state);

/** The list of the messages that are kept on this server. */
export const keptPath = `${adminPaths.messages}?state=kept`;

export const messagesChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, "messages"] });
