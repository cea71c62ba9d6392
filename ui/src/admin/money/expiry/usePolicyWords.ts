import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import type { Rule } from "./expiry";

/** The name of a month, 1 to 12, in the reader's language. */
export function useMonthName() {
  const language = useLanguage();
  const tag = { en: "en-GB", zh: "zh-Hans", zhhk: "zh-Hant-HK" }[language];
  const format = new Intl.DateTimeFormat(tag, { month: "long", timeZone: "UTC" });
  return (month: number) => format.format(Date.UTC(2028, month - 1, 1));
}

/** The short name of the month of a day such as 2027-03-01, with its year where asked. */
export function useShortMonth() {
  const language = useLanguage();
  const tag = { en: "en-GB", zh: "zh-Hans", zhhk: "zh-Hant-HK" }[language];
  return (day: string, year = false) =>
    new Intl.DateTimeFormat(tag, {
      month: "short",
      ...(year && { year: "numeric" }),
      timeZone: "UTC",
    }).format(Date.parse(day));
}

/** A rule in one sentence. */
export function useRuleWords() {
  const { t } = useTranslation("adminExpiry");
  const monthName = useMonthName();
  return (rule: Rule | undefined) => {
    switch (rule?.kind) {
      case "afterEarning":
        return t(rule.monthEnd ? "rule.afterEarningMonthEnd" : "rule.afterEarning", { count: rule.months });
      case "onDay":
        return t("rule.onDay", { day: rule.day, month: monthName(rule.month), count: rule.years });
      case "inactivity":
        return t("rule.inactivity", { count: rule.months });
      default:
        return t("rule.never");
    }
  };
}
