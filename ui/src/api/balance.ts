import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { cachedUser, userQuery } from "./member";
import { queryClient } from "./queries";

// The specification's pace for the stored record; what the server says comes by `live.ts`.
const LOOK_MS = 1000;

/** Takes in a balance that an answer told. */
export function keepBalance(points: number) {
  queryClient.setQueryData(userQuery().queryKey, (user) => user && { ...user, points });
}

/**
 * The member's balance: what is stored, looked at every second, since another tab may have changed it,
 * and what the server says. Undefined until either is known.
 */
export function useBalance(): number | undefined {
  const { data } = useQuery(userQuery());
  useEffect(() => {
    let seen = cachedUser();
    const timer = setInterval(() => {
      const stored = cachedUser();
      // Another member's is none of ours: whoever follows the other tabs sees to it.
      if (stored && stored._id === seen?._id && stored.points !== seen.points) keepBalance(stored.points);
      seen = stored;
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, []);
  return data?.points ?? cachedUser()?.points;
}
