import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { Tutorial } from "../../kit/screen/Tutorial";

// Whose was seen since the start, even where the server could not be told: of a member, and not of a page, which
// may see several.
const seenBy = new Set<string>();

/** The tutorial of a member's first visit; the server remembers that it was seen. */
export function FirstTutorial() {
  const client = useQueryClient();
  const config = useQuery({ ...programmeQuery(), retry: false });
  const member = useQuery(userQuery()).data?._id;
  if (member === undefined || seenBy.has(member) || config.isPending) return null;
  const finish = () => {
    seenBy.add(member);
    client.setQueryData(userQuery().queryKey, (user) => user && { ...user, firstTimeLogin: false });
    // Lost on a cut line, it is shown once more at the next start: no harm, and nothing to tell.
    call("put", "/api/auth/updateUser", { body: { firstTimeLogin: false }, keepalive: true }).catch(() => {});
  };
  return <Tutorial pictures={config.data?.tutorialImages ?? []} onDone={finish} />;
}
