import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { today } from "../../money/reports/reports";
import type { Rule } from "./rules";

/** The state of a rule in a word. A rule that was ended by hand says so. */
export function useStateWords() {
  const { t } = useTranslation("adminRules");
  return ({ state, ended }: Rule) => {
    if (ended && state === "ended") return t("states.endedByHand");
    return ended && ended.on <= today() ? t("states.endsToday") : t(`states.${state}`);
  };
}

/** The sentence about the manual end of a rule: the staff member and the time. Empty for a rule without such an end. */
export function useEndWords() {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  return ({ ended }: Rule) =>
    ended ? t("ended.by", { who: ended.by, time: formatDateTime(ended.at, language) }) : "";
}
