import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import { nextCursor } from "../../api/page";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";

export type Sums = Answer<paths["/api/merchant/today"]["get"]>;
type Activity = Answer<paths["/api/merchant/activity"]["get"]>[number];

export interface TillEvent extends Activity {
  /** The time at which the list was requested, by this device's clock. */
  asked: number;
}

const TODAY = ["till", "today"] as const;
const EVENTS = ["till", "events"] as const;

export const todayQuery = () =>
  queryOptions({
    queryKey: TODAY,
    queryFn: ({ signal }) => call("get", "/api/merchant/today", { signal }),
    staleTime: 0,
  });

/** Pages of today's events, newest first. */
export const eventsQuery = (since: string) =>
  infiniteQueryOptions({
    queryKey: [...EVENTS, since],
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const asked = Date.now();
      const found = await call("get", "/api/merchant/activity", {
        query: { limit: 50, ...(pageParam && { cursor: pageParam }) },
        signal,
        answered: (headers) => {
          next = nextCursor(headers);
        },
      });
      const events: TillEvent[] = found
        .filter(({ created }) => created >= since)
        .map((event) => ({ ...event, asked }));
      return { events, next: events.length === found.length ? next : undefined };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** Call after an event of the day was undone. */
export function dayChanged() {
  for (const queryKey of [TODAY, EVENTS]) void queryClient.invalidateQueries({ queryKey });
}
