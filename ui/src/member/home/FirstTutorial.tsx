import { useQuery, useQueryClient } from "@tanstack/react-query";
import { call } from "../../api/call";
import { userQuery } from "../../api/member";
import { programmeQuery } from "../../api/programme";
import { Tutorial } from "../../components/Tutorial";

// Seen once a start, even where the server could not be told.
let seen = false;

/** The tutorial of a member's first visit; the server remembers that it was seen. */
export function FirstTutorial() {
  const client = useQueryClient();
  const config = useQuery({ ...programmeQuery(), retry: false });
  if (seen || config.isPending) return null;
  const finish = () => {
    seen = true;
    client.setQueryData(userQuery().queryKey, (user) => user && { ...user, firstTimeLogin: false });
    // Lost on a cut line, it is shown once more at the next start: no harm, and nothing to tell.
    call("put", "/api/auth/updateUser", { body: { firstTimeLogin: false }, keepalive: true }).catch(() => {});
  };
  return <Tutorial pictures={config.data?.tutorialImages ?? []} onDone={finish} />;
}
