import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** How many notifications the member has not seen yet. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ["unread"],
    queryFn: async ({ signal }) =>
      (await call("get", "/api/notification/notifications", { query: { limit: 1 }, signal })).unread,
    staleTime: 0,
  });
