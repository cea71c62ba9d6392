import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";
import type { components } from "./schema";

export type Item = components["schemas"]["Item"];

/** The most that the server hands out at once: a catalogue fits in. */
const LIMIT = 500;

/** What points buy, newest first. */
export const itemsQuery = () =>
  queryOptions({
    queryKey: ["items"],
    queryFn: ({ signal }) => call("get", "/api/redeem/list", { query: { limit: LIMIT }, signal }),
    // Ids sort as they were made (contract, section 2).
    select: (items) => [...items].sort((a, b) => (a._id < b._id ? 1 : a._id > b._id ? -1 : 0)),
  });
