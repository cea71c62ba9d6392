import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDate, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { MemberTier } from "./tiers";

/** Sentences about the member's level. */
export function useTierWords() {
  const { t } = useTranslation("goals");
  const language = useLanguage();
  const amount = ({ counts }: MemberTier, count: number) =>
    t(`tier.amounts.${counts}`, { count, amount: formatPoints(count) });
  const name = ({ levels }: MemberTier, level: number) => {
    const found = levels[level - 1];
    return found ? localized(found.name, language) : t("tier.none");
  };
  const day = (text: string) => formatDate(noonOf(text), language);
  return {
    name,
    amount,
    day,
    /**
     * The words for the amount that is missing to the next level, for the day until which a level that ends
     * is held, or for the highest level.
     */
    next(tier: MemberTier) {
      if (tier.next)
        return t("tier.next", { amount: amount(tier, tier.next.missing), level: name(tier, tier.level + 1) });
      return tier.ending && tier.graceUntil
        ? t("tier.ends", { day: day(tier.graceUntil) })
        : t("tier.highest");
    },
    /** The progress towards the next level, or within the highest. */
    progress(tier: MemberTier) {
      const target = tier.levels[tier.next ? tier.level : tier.level - 1]?.target ?? 0;
      return t("progress", { done: formatPoints(tier.progress), target: formatPoints(target) });
    },
    /** The days whose purchases count. */
    window: ({ window }: MemberTier) =>
      window.kind === "year" ? t("tier.year") : t("tier.months", { count: window.months }),
  };
}
