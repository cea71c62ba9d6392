import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { formatHkd, today } from "../../money/reports/reports";
import { daysBetween, leftOfDraft, spentOn } from "./budgetPace";
import type { Rule, SimulationResult } from "./rules";

const WEEK = 7;

/** Until when the budget of the newest version lasts at the pace of a simulation; `undefined` if it has no budget. */
export function useBudgetLasts(rule: Rule | undefined, of: SimulationResult) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const budget = rule && leftOfDraft(rule);
  if (!rule || !budget) return undefined;
  const { until } = rule.latest.rule;
  const money = (amount: number) =>
    budget.inHkd ? formatHkd(amount.toFixed(2)) : formatPoints(Math.round(amount));
  const total = budget.inHkd ? Number(of.hkd) : of.points;
  const perDay = total / (daysBetween(of.from, of.to) + 1);
  const day = spentOn(budget.left, perDay);
  const missing = day && until ? Math.floor((Date.parse(noonOf(until)) - day.getTime()) / 86_400_000) : 0;
  const ends = day && missing > 0 && until;
  return {
    value:
      budget.left === 0 ? t("trial.lastsSpent") : day ? formatDay(day, language) : t("trial.lastsAlways"),
    line: ends
      ? t("trial.lastsShort", { count: missing })
      : t("trial.lastsLine", { left: money(budget.left) }),
    short: Boolean(ends),
    note: ends
      ? t("trial.lastsNote", {
          day: formatDay(day, language),
          left: money(budget.left),
          week: money(perDay * WEEK),
          need: money(Math.ceil(budget.given + perDay * (daysBetween(today(), until) + 1))),
          until: formatDay(noonOf(until), language),
        })
      : undefined,
  };
}
