import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { ofStaff, PORTAL } from "../portal";

/** The bill of the partner for a month, such as `2026-03`. */
export const ownBillQuery = (month: string) =>
  queryOptions({
    queryKey: [...PORTAL, "bill", month],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/bill", { query: { month }, signal })),
  });
