import { useQuery } from "@tanstack/react-query";
import { localized, useLanguage } from "../../../i18n/language";
import { ladderQuery } from "../../catalogue/tiers/tiers";

/** The levels of the ladder that is on, the lowest first. */
export function useLevels() {
  const language = useLanguage();
  const ladder = useQuery(ladderQuery()).data?.ladder;
  const live = ladder?.versions.find(({ version }) => version === ladder.live);
  return (live?.ladder.levels ?? []).map(({ name }, at) => ({
    value: `${at + 1}`,
    label: localized(name, language),
  }));
}
