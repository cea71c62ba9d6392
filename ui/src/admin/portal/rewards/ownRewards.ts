import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../../api/call";
import type { paths } from "../../../api/schema";
import { ofStaff, PORTAL } from "../portal";

export type Reward = Answer<paths["/api/merchant/rewards"]["get"]>[number];

export const ownRewardsQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "rewards"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/rewards", { signal })),
  });
