import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { cachedUser, userQuery } from "./member";
import { queryClient } from "./queries";

// The specification's interval for reading the stored record. `liveUpdates.ts` brings the server's updates.
const LOOK_MS = 1000;

/** Stores a balance that a response contained. */
export function keepBalance(points: number) {
  queryClient.setQueryData(userQuery().queryKey, (user) => user && { ...user, points });
}

/**
 * The member's balance, from the server and from the stored record. Another tab may change the record, so it
 * is read every second. Undefined until either is known.
 */
export function useBalance(): number | undefined {
  const { data } = useQuery(userQuery());
  useEffect(() => {
    let seen = cachedUser();
    const timer = setInterval(() => {
      const stored = cachedUser();
      // Skip another member's record: `followOtherTabs` handles a change of member.
      if (stored && stored._id === seen?._id && stored.points !== seen.points) keepBalance(stored.points);
      seen = stored;
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return data?.points ?? cachedUser()?.points;
}
