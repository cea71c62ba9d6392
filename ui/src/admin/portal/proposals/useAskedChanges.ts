import { useQuery } from "@tanstack/react-query";
import { asksForChanges, ownProposalsQuery } from "./ownProposals";

/** The number of proposals that staff ask the managers to change. */
export function useAskedChanges(enabled = true): number {
  const { data } = useQuery({ ...ownProposalsQuery(), enabled });
  return data?.filter(asksForChanges).length ?? 0;
}
