import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";

export type BonusHour = Answer<paths["/api/merchant/bonuses"]["get"]>[number];

/** The interval at which the till asks for the running bonuses and their budgets. */
const REFRESH_MS = 30_000;

const BONUSES = ["till", "bonuses"] as const;

export const bonusHoursQuery = () =>
  queryOptions({
    queryKey: BONUSES,
    queryFn: ({ signal }) => call("get", "/api/merchant/bonuses", { signal }),
    staleTime: 0,
    // The time left is counted from the moment of the answer, so an answer is not kept for a later visit.
    gcTime: 0,
    refetchInterval: REFRESH_MS,
  });

/** Call after an award, which may have used a part of a budget. */
export const budgetsChanged = () => void queryClient.invalidateQueries({ queryKey: BONUSES });
