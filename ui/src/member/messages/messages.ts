import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";

export type Preferences = components["schemas"]["Preferences"];
export type Kind = components["schemas"]["MessageKind"];
export type Channel = components["schemas"]["MessageChannel"];
export type Change = components["schemas"]["PreferencesRequest"];

export const preferencesQuery = () =>
  queryOptions({
    queryKey: ["preferences"],
    queryFn: ({ signal }) => call("get", "/api/notification/preferences", { signal }),
  });

/** The reason why a change failed: the server's message or one of our keys. */
export type Failure = { said: string } | { key: "offline" | "failed" };

function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { key: "offline" };
  return error instanceof ApiProblem && error.message ? { said: error.message } : { key: "failed" };
}

/** Changes preferences. Returns undefined on success. */
export async function change(wanted: Change): Promise<Failure | undefined> {
  try {
    const now = await call("put", "/api/notification/preferences", { body: wanted });
    queryClient.setQueryData(preferencesQuery().queryKey, now);
    return undefined;
  } catch (error) {
    // The screen may show an outdated consent text, which the server refuses.
    void queryClient.invalidateQueries({ queryKey: preferencesQuery().queryKey });
    return failureOf(error);
  }
}

/** Unsubscribes from the messages that the link's token names. Returns undefined on success. */
export async function unsubscribe(token: string): Promise<Failure | undefined> {
  try {
    await call("post", "/api/notification/unsubscribe", { body: { token } });
    return undefined;
  } catch (error) {
    return failureOf(error);
  }
}
