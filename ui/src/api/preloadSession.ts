import { queryClient } from "./queries";
import { requestToken } from "./session";

/** The query that tells whether the session stands, for the screen at `path`. */
export const authKey = (path: string) => ["auth", path];

/**
 * Asks whether the session stands while the code of the screen is on its way, so that a member who is signed in sees it
 * at once. Anything but a yes is left to the guard, which asks again: it can renew the session, and end it.
 */
export async function preloadSession(path: string) {
  const token = requestToken();
  if (!token) return;
  const answer = await fetch("/api/auth/checkAuthToken", { headers: { Authorization: `Bearer ${token}` } });
  if (answer.ok) queryClient.setQueryData(authKey(path), await answer.json());
}
