import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "./call";
import { nextCursor } from "./page";
import type { components } from "./schema";

export type Notification = components["schemas"]["Notification"];

/** The member's notifications, page by page. */
export const inboxQuery = () =>
  infiniteQueryOptions({
    queryKey: ["inbox"],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const { data } = await call("get", "/api/notification/notifications", {
        query: { limit: 30, ...(pageParam && { cursor: pageParam }) },
        signal,
        answered: (headers) => {
          next = nextCursor(headers);
        },
      });
      return { rows: data, next };
    },
    getNextPageParam: (last) => last.next,
    staleTime: 0,
  });
