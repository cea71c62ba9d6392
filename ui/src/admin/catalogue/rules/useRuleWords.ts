import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { usePartnerTypeName } from "../../../shared/partnerTypes";
import { type Weekday, weekdayName } from "../../../shared/weekdays";
import { allOf, partners } from "../../kit/editor/kinds";
import { segmentsQuery } from "../../members/segments/segments";
import { factorsQuery } from "../carbon/carbon";
import { useLevelNames } from "../tiers/useLevelNames";
import { partsOfDay } from "./partsOfDay";
import type { RuleContent } from "./rules";

/** The most names that a sentence lists; above that it gives their number. */
const NAMED = 2;

/** A rule in one line: its bonus first, then each condition. */
export function useRuleWords() {
  const { t } = useTranslation("adminRules");
  const typeName = usePartnerTypeName();
  const language = useLanguage();
  const weekday = (day: Weekday) => weekdayName(day, language);
  const known = useQuery(allOf(partners)).data ?? [];
  const segments = useQuery(segmentsQuery()).data ?? [];
  const factors = useQuery(factorsQuery()).data ?? [];
  const levels = useLevelNames();
  const levelName = (level: number) => {
    const found = levels[level - 1];
    return found ? localized(found, language) : t("form.otherLevel", { level });
  };
  const few = (names: string[], rest: (count: number) => string) =>
    names.length > NAMED ? rest(names.length) : names.join(t("says.or"));
  const partnerName = (id: string) => {
    const found = known.find(({ _id }) => _id === id);
    return found ? localized(found.name, language) : t("says.partner");
  };

  const factorName = (id: string) => {
    const name = factors.find(({ _id }) => _id === id)?.versions[0]?.name;
    return name ? localized(name, language) : t("says.factor");
  };

  const occasion = (of: RuleContent["occasion"]) => {
    switch (of?.kind) {
      case "firstPurchase":
        return t(`says.first.${of.at ?? "partner"}`);
      case "nthPurchase":
        return t(of.repeats ? "says.everyNth" : "says.nth", { n: of.n });
      case "welcome":
        return of.withinDays ? t("says.welcomeWithin", { count: of.withinDays }) : t("says.welcome");
      case "birthday":
        return t(`says.birthday.${of.window ?? "month"}`);
      default:
        return "";
    }
  };
  const bonus = (of: RuleContent["bonus"]) => {
    if (of.kind === "multiplier")
      return t(`says.multiplier.${of.of ?? "base"}`, { factor: Number(of.factor) });
    if (of.kind === "none") return "";
    const points = formatPoints(of.points);
    if (of.kind === "perUnit") return t("says.perUnit", { points, name: factorName(of.factorId) });
    return of.kind === "fixed"
      ? t("says.fixed", { points })
      : t("says.perAmount", { points, hkd: short(of.eachHkd) });
  };
  const waits = ({ pending }: RuleContent) => {
    if (!pending) return "";
    const all = pending.of === "purchase";
    return pending.until
      ? t(all ? "says.pendingAllUntil" : "says.pendingUntil", {
          day: formatDay(noonOf(pending.until), language),
        })
      : t(all ? "says.pendingAll" : "says.pending", { count: pending.days ?? 0 });
  };
  return (rule: RuleContent) =>
    [
      // The effect of a rule without a bonus is that points wait.
      rule.bonus.kind === "none" ? waits(rule) : bonus(rule.bonus),
      few((rule.partners ?? []).map(partnerName), (count) => t("says.partners", { count })),
      few((rule.partnerTypes ?? []).map(typeName), (count) => t("says.types", { count })),
      (rule.outlets ?? []).length > 0 && t("says.outlets", { count: rule.outlets?.length ?? 0 }),
      rule.segment &&
        t("says.segment", { name: segments.find(({ _id }) => _id === rule.segment)?.name ?? "…" }),
      rule.level && t("says.level", { level: levelName(rule.level) }),
      rule.granted && t("says.granted"),
      occasion(rule.occasion),
      (rule.weekdays ?? []).map(weekday).join(t("says.and")),
      rule.hours &&
        partsOfDay(rule.hours)
          .map((part) => t("says.hours", part))
          .join(t("says.and")),
      rule.minimumBillHkd && t("says.minimum", { hkd: short(rule.minimumBillHkd) }),
      rule.enjoyCard !== undefined &&
        rule.enjoyCard !== null &&
        t(rule.enjoyCard ? "says.withCard" : "says.withoutCard"),
      rule.bonus.kind !== "none" && waits(rule),
    ]
      .filter(Boolean)
      .join(t("says.comma"));
}

/** 60.00 as HK$60. */
const short = (hkd: string) => `HK$${hkd.replace(/\.00$/, "")}`;

/** The days of a rule, such as 17 Feb to 30 Apr. */
export function usePeriodWords() {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const day = (text: string) => formatDay(noonOf(text), language);
  return ({ from, until }: Pick<RuleContent, "from" | "until">) => {
    if (from && until) return t("period.both", { from: day(from), until: day(until) });
    if (from) return t("period.from", { from: day(from) });
    return until ? t("period.until", { until: day(until) }) : t("period.always");
  };
}
