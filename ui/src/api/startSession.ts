import { inTab } from "../device/storage";
import { queryClient } from "./queries";
import type { components } from "./schema";
import { keepRequestToken, TOLD } from "./session";

/** Starts a session from the response to a sign-in. Returns what is wrong with the response, if anything. */
export function startSession(
  answer: components["schemas"]["LoginAnswer"] | undefined,
): "unexpected" | "noToken" | undefined {
  // A proxy may return its own page with status 200.
  if (!answer || typeof answer !== "object" || !answer.success) return "unexpected";
  if (!answer.token) return "noToken";
  keepRequestToken(answer.token);
  // The push registration ended with the last session.
  inTab.remove(TOLD);
  // The new member must not see data of the previous one.
  queryClient.clear();
  queryClient.setQueryData(["user"], answer.user);
  return undefined;
}
