import { inTab } from "../device/storage";
import { queryClient } from "./queries";
import type { components } from "./schema";
import { keepRequestToken, TOLD } from "./session";

/** Takes the answer to a sign-in in; tells what is wrong with it, if anything. */
export function startSession(
  answer: components["schemas"]["LoginAnswer"] | undefined,
): "unexpected" | "noToken" | undefined {
  // A proxy's page with status 200 is no answer of ours.
  if (!answer || typeof answer !== "object" || !answer.success) return "unexpected";
  if (!answer.token) return "noToken";
  keepRequestToken(answer.token);
  // The last session took along whatever it had told.
  inTab.remove(TOLD);
  // Whoever was here before must not be seen by whoever comes now.
  queryClient.clear();
  queryClient.setQueryData(["user"], answer.user);
  return undefined;
}
