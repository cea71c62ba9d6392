import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import { CAPS } from "./form";
import type { RuleContent } from "./rules";
import { usePeriodWords, useRuleWords } from "./useRuleWords";

interface RuleAskedProps {
  id: string;
  /** The version that is on now. */
  before: RuleContent | null | undefined;
  /** The version that waits to be switched on. */
  after: RuleContent;
}

/** A rule that waits for a second person: what it would do, and what it does now. */
export function RuleAsked({ id, before, after }: RuleAskedProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const words = useRuleWords();
  const period = usePeriodWords();
  const { budget, caps } = after;
  const most = CAPS.flatMap((name) => {
    const cap = caps?.[name];
    return cap ? [[t(`form.${name}`), formatPoints(cap)] as const] : [];
  });
  const amount = budget?.unit === "hkd" ? formatHkd(budget.amount) : formatPoints(budget?.amount ?? 0);
  return (
    <Facts
      facts={[
        [
          t("rule"),
          <Link key="rule" className={admin.quietLink} to={recordPath(adminPaths.rules, id)}>
            {localized(after.name, language)}
          </Link>,
        ],
        [t("asked.would"), words(after)],
        [t("asked.now"), before ? words(before) : t("states.off")],
        [t("when"), period(after)],
        [t("budget.title"), budget ? amount : t("budget.none")],
        ...most,
      ]}
    />
  );
}
