import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { endEach, presentOf, type Rule, type SwitchedOff, takeEndsBack, UNDO_MS } from "./rules";

/** Ends rules today and offers for ten seconds to take that back. Returns what became of each rule. */
export function useEnding() {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  return async (rules: readonly Rule[]): Promise<SwitchedOff> => {
    const came = await endEach(rules);
    const ended = rules.filter((rule) => !came.failed.some((one) => one.rule === rule));
    const [first] = ended;
    if (!first) return came;
    const name = localized(presentOf(first).rule.name, language);
    const undo = async () => {
      const back = await takeEndsBack(ended);
      if (back.failed.length > 0) showToast(t("end.stays", { count: back.failed.length }), undefined, "note");
      else showToast(t("end.undone", { count: ended.length, name }));
    };
    const offer = { label: common("undo"), act: () => void undo(), forMs: UNDO_MS };
    showToast(t("end.done", { count: ended.length, name }), offer, "done");
    return came;
  };
}
