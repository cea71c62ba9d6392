import { useQuery } from "@tanstack/react-query";
import { ownProposalsQuery } from "./ownProposals";

/** The number of proposals that staff ask the managers to change. */
export function useAskedChanges(enabled = true): number {
  const { data } = useQuery({ ...ownProposalsQuery(), enabled });
  return data?.filter(({ state }) => state === "changes_asked").length ?? 0;
}
