import { useQuery } from "@tanstack/react-query";
import { nothing } from "../../kit/editor/localized";
import { goalsQuery } from "./goals";

/** The goals that were once on, so that members could reach them, with their name. */
export function useReachableGoals() {
  const known = useQuery(goalsQuery()).data ?? [];
  return known
    .filter(({ state }) => state !== "draft")
    .map(({ _id, versions }) => ({ _id, name: versions[0]?.goal.name ?? nothing }));
}
