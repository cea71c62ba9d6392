import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { formatHkd, today } from "../../money/reports/reports";
import { daysBetween, daysOfPace, leftOfDraft, spentOn } from "./budgetPace";
import type { Rule, SimulationResult } from "./rules";

const WEEK = 7;

/** The last day of the newest version's budget at the pace of a simulation; `undefined` if it has no budget. */
export function useBudgetLasts(rule: Rule | undefined, of: SimulationResult) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const budget = rule && leftOfDraft(rule);
  if (!rule || !budget) return undefined;
  const { from, until } = rule.latest.rule;
  const money = (amount: number) =>
    budget.inHkd ? formatHkd(amount.toFixed(2)) : formatPoints(Math.round(amount));
  const total = budget.inHkd ? Number(of.hkd) : of.points;
  const perDay = total / daysOfPace(rule, of);
  // A draft that starts later spends its budget from then on.
  const start = from && from > today() ? Date.parse(noonOf(from)) : Date.now();
  const day = spentOn(budget.left, perDay, start);
  const missing = day && until ? Math.floor((Date.parse(noonOf(until)) - day.getTime()) / 86_400_000) : 0;
  const ends = day && missing > 0 && until;
  return {
    value: budget.left === 0 ? t("trial.lastsSpent") : day ? formatDay(day, language) : "–",
    line: ends
      ? t("trial.lastsShort", { count: missing })
      : t("trial.lastsLine", { left: money(budget.left) }),
    short: Boolean(ends),
    note: ends
      ? t("trial.lastsNote", {
          day: formatDay(day, language),
          left: money(budget.left),
          week: money(perDay * WEEK),
          need: money(
            Math.ceil(
              budget.given + perDay * (daysBetween(from && from > today() ? from : today(), until) + 1),
            ),
          ),
          until: formatDay(noonOf(until), language),
        })
      : undefined,
  };
}
