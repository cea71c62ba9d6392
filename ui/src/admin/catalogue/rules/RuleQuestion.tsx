import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { ActionDialog } from "../../kit/ActionDialog";
import { contentRemoved } from "../../kit/editor/kinds";
import { CompareDialog } from "./CompareDialog";
import { earningRules, type Rule, ruleChanged, switchOff } from "./rules";

export type AskedOfRule = "off" | "drop" | "compare";

interface RuleQuestionProps {
  asking: AskedOfRule;
  rule: Rule;
  onClose(): void;
  /** Called when the draft is gone. */
  onDropped(): void;
}

/** The dialog of an action on one rule, from its page or from its row in the list. */
export function RuleQuestion({ asking, rule, onClose, onDropped }: RuleQuestionProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { _id, state, live, latest } = rule;
  const name = localized(latest.rule.name, language);
  if (asking === "compare" && live) return <CompareDialog on={live} draft={latest} onClose={onClose} />;
  if (asking === "off")
    return (
      <ActionDialog
        title={t("off.title", { name })}
        submit={t("off.open")}
        busy={t("off.busy")}
        onClose={onClose}
        act={async () => {
          await switchOff(_id);
          showToast(t("off.done", { name }));
          onClose();
        }}
      >
        <p>{t("off.text")}</p>
      </ActionDialog>
    );
  if (asking === "drop")
    return (
      <ActionDialog
        title={t("drop.title", { version: latest.version, name })}
        submit={t("drop.open")}
        busy={t("drop.busy")}
        onClose={onClose}
        act={async () => {
          await earningRules.remove(_id);
          showToast(t("drop.done", { name }));
          // A rule that was never on is gone with its draft.
          if (state === "draft") contentRemoved(earningRules, _id);
          else ruleChanged(_id);
          onDropped();
        }}
      >
        <p>{t(state === "draft" ? "drop.whole" : "drop.text")}</p>
      </ActionDialog>
    );
  return null;
}
