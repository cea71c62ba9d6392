import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import type { components } from "./schema";

export type Item = components["schemas"]["Item"];

/** The largest page that the server returns. A whole catalogue fits into it. */
const LIMIT = 500;

/** The items that members can redeem, newest first. */
export const itemsQuery = () =>
  queryOptions({
    queryKey: ["items"],
    queryFn: ({ signal }) => call("get", "/api/redeem/list", { query: { limit: LIMIT }, signal }),
    // Ids sort by creation time (contract, section 2).
    select: (items) => [...items].sort((a, b) => (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)),
  });
