import { useState } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { RowMenu } from "../../kit/RowMenu";
import { today } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { FailedRules, type RulesOutcome } from "./FailedRules";
import { simulationPath } from "./paths";
import { type AskedOfRule, RuleQuestion } from "./RuleQuestion";
import { presentOf, type Rule, ruleAllows } from "./rules";
import { useEnding } from "./useEnding";

/**
 * The menus of the rules in the list: what a rule's page and the bar of selected rules offer too. The dialogs stand
 * outside of the table, whose styles they would take on.
 */
export function useRuleMenus() {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const mayChange = useMay("runProgramme");
  const [asked, setAsked] = useState<{ asking: AskedOfRule; rule: Rule }>();
  const [outcome, setOutcome] = useState<RulesOutcome>();
  const end = useEnding();
  const close = () => setAsked(undefined);
  const endToday = async (rule: Rule) => {
    const came = await end([rule]);
    if (came.failed.length > 0) setOutcome({ ...came, of: "end" });
  };
  const menu = (rule: Rule) => {
    const allows = ruleAllows(rule, mayChange, today());
    const ask = (key: AskedOfRule, label: string) => ({
      key,
      label,
      act: () => setAsked({ asking: key, rule }),
    });
    return (
      <RowMenu
        label={t("actions.of", { name: localized(presentOf(rule).rule.name, language) })}
        actions={[
          { key: "open", label: t("actions.open"), to: recordPath(adminPaths.rules, rule._id) },
          { key: "simulate", label: t("simulate"), to: simulationPath(rule._id) },
          allows.compare && ask("compare", t("compare.open", { version: rule.live?.version })),
          allows.end && { key: "end", label: t("end.open"), act: () => void endToday(rule) },
          allows.off && ask("off", t("off.open")),
          allows.drop && ask("drop", t("drop.open")),
        ].filter((action) => action !== false)}
      />
    );
  };
  const dialogs = (
    <>
      {asked && <RuleQuestion {...asked} onClose={close} onDropped={close} />}
      {outcome && <FailedRules outcome={outcome} onClose={() => setOutcome(undefined)} />}
    </>
  );
  return { menu, dialogs };
}
