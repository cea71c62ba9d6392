import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ADMIN } from "../../session";

/** The number of claims that wait, that are late, and that are due today. */
export const waitingClaimsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "claims", "waiting"],
    queryFn: ({ signal }) => call("get", "/api/admin/claims/waiting", { signal }),
    refetchInterval: 60_000,
  });
