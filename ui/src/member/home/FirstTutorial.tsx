import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { loadWords } from "../../i18n/i18n";
import { Tutorial } from "../../kit/screen/Tutorial";

// Members who saw it since the app started, even if the call to the server failed. One page may serve
// several members.
const seenBy = new Set<string>();

/** The tutorial of a member's first visit. The server stores that the member has seen it. */
export function FirstTutorial() {
  const client = useQueryClient();
  const config = useQuery({ ...programmeQuery(), retry: false });
  const member = useQuery(userQuery()).data?._id;
  if (member === undefined || seenBy.has(member) || config.isPending) return null;
  const finish = () => {
    seenBy.add(member);
    client.setQueryData(userQuery().queryKey, (user) => user && { ...user, firstTimeLogin: false });
    // If the call fails, the tutorial shows again at the next start. No error message is needed.
    call("put", "/api/auth/updateUser", { body: { firstTimeLogin: false }, keepalive: true }).catch(() => {});
  };
  return <Tutorial pictures={config.data?.tutorialImages ?? []} onDone={finish} />;
}

/** The tutorial, once its texts are loaded. */
export async function withWords() {
  await loadWords(["tutorial"]);
  return FirstTutorial;
}
