import { useTranslation } from "react-i18next";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { formatHkd } from "../../money/reports/reports";
import { NEARLY_SPENT, runsOut } from "./budgetPace";
import css from "./Rules.module.css";
import { presentOf, type Rule } from "./rules";

/** The budget of a rule: how much of it was given, and what is left. */
export function BudgetMeter({ rule }: { rule: Rule }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { budget } = presentOf(rule).rule;
  const day = runsOut(rule);
  if (!budget) return <span className={css.soft}>{t("budget.none")}</span>;
  const inHkd = budget.unit === "hkd";
  const left = inHkd ? Number(rule.budgetLeftHkd ?? 0) : (rule.budgetLeftPoints ?? 0);
  const all = Number(budget.amount);
  const share = all > 0 ? Math.max(0, Math.min(1, left / all)) : 0;
  const words = inHkd
    ? { left: formatHkd(rule.budgetLeftHkd ?? "0"), all: formatHkd(String(budget.amount)) }
    : { left: formatPoints(left), all: formatPoints(all) };
  return (
    <>
      <svg className={css.meter} viewBox="0 0 100 6" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.track} width={100} height={6} rx={1} />
        <rect
          className={share < NEARLY_SPENT ? css.low : css.spent}
          width={(1 - share) * 100}
          height={6}
          rx={1}
        />
      </svg>
      <span className={css.two}>
        {day
          ? t("budget.soon", { ...words, day: formatDay(day, language) })
          : t(left > 0 ? "budget.left" : "budget.spent", words)}
      </span>
    </>
  );
}
