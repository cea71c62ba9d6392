import { queryOptions } from "@tanstack/react-query";
import { call } from "./call";

/** The configuration of this programme. It changes only with a restart of the server. */
export const programmeQuery = () =>
  queryOptions({
    queryKey: ["config"],
    queryFn: ({ signal }) => call("get", "/api/config", { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
