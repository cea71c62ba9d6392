import { useQuery } from "@tanstack/react-query";
import { ladderQuery } from "./tiers";

/** The names of the levels, the lowest first: of the ladder that is on, or of the last one that was. */
export function useLevelNames() {
  const { live, versions = [] } = useQuery(ladderQuery()).data?.ladder ?? {};
  const on = versions.find(({ version }) => version === live) ?? versions.find(({ firstOn }) => firstOn);
  return on?.ladder.levels.map(({ name }) => name) ?? [];
}
