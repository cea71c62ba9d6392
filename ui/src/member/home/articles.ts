import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type Article = components["schemas"]["Article"];

/** The articles of one carousel, newest first. */
export const articlesQuery = (type: Article["type"]) =>
  queryOptions({
    queryKey: ["articles", type],
    queryFn: ({ signal }) => call("get", "/api/article/list", { query: { type, limit: 20 }, signal }),
  });
