import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** How this programme is set up; it changes with a restart of the server at most. */
export const programmeQuery = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => call("get", "/api/config", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
