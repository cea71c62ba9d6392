import { queryClient } from "./queries";
import { requestToken } from "./session";

/** Key of the query that checks the session for the screen at `path`. */
export const authKey = (path: string) => ["auth", path];

/**
 * Checks the session while the code of the screen loads, so that a signed-in member sees the screen at once.
 * Only success is used. The guard asks again otherwise, because it can renew or end the session.
 */
export async function preloadSession(path: string) {
  const token = requestToken();
  if (!token) return;
  const answer = await fetch("/api/auth/checkAuthToken", { headers: { Authorization: `Bearer ${token}` } });
  if (answer.ok) queryClient.setQueryData(authKey(path), await answer.json());
}
