import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** The number of notifications that the member has not seen. */
export const unreadQuery = () =>
  queryOptions({
    queryKey: ["unread"],
    queryFn: async ({ signal }) =>
      (await call("get", "/api/notification/notifications", { query: { limit: 1 }, signal })).unread,
    staleTime: 0,
  });
