import { useId } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { RedeemIcon } from "../../kit/icons/icons-basic";
import { CouponIcon } from "../../kit/icons/icons-member";
import type { MemberTier } from "../../shared/goals/tiers";
import css from "./TierGifts.module.css";

type Gift = NonNullable<MemberTier["gives"]>[number];
type RuleGift = Extract<Gift, { kind: "rule" }>;

/** The gifts of a level: more points by rules, and items that require the level. */
export function TierGifts({ title, gifts }: { title: string; gifts: readonly Gift[] }) {
  const id = useId();
  if (gifts.length === 0) return null;
  return (
    <section aria-labelledby={id}>
      <h3 id={id} className={css.head}>
        {title}
      </h3>
      <ul className={css.gifts}>
        {gifts.map((gift) => (
          <li key={gift.kind === "item" ? gift.item : `${gift.level} ${gift.name.en}`}>
            <span className={css.puck}>
              {gift.kind === "item" ? <RedeemIcon size={20} /> : <CouponIcon size={20} />}
            </span>
            {gift.kind === "item" ? <ItemWords gift={gift} /> : <RuleWords gift={gift} />}
          </li>
        ))}
      </ul>
    </section>
  );
}

function ItemWords({ gift }: { gift: Extract<Gift, { kind: "item" }> }) {
  const { t } = useTranslation("goals");
  const language = useLanguage();
  return (
    <span>
      <b>{localized(gift.name, language)}</b>
      <small>{t("tier.gives.item", { count: gift.points, points: formatPoints(gift.points) })}</small>
    </span>
  );
}

function RuleWords({ gift }: { gift: RuleGift }) {
  const { t } = useTranslation("goals");
  const language = useLanguage();
  const places = (gift.partners ?? []).map((name) => localized(name, language)).join(t("and"));
  const where = gift.always
    ? places
      ? t("tier.gives.always", { places })
      : t("tier.gives.everywhere")
    : [localized(gift.name, language), places].filter(Boolean).join(" · ");
  const until = gift.until && t("tier.gives.until", { day: formatDay(noonOf(gift.until), language) });
  return (
    <span>
      <b>{bonusWords(gift.bonus)}</b>
      <small>{[where, until].filter(Boolean).join(" · ")}</small>
    </span>
  );

  function bonusWords(bonus: RuleGift["bonus"]) {
    if (bonus.kind === "multiplier") return t("tier.gives.multiplier", { factor: bonus.factor });
    // The server leaves out rules without a bonus.
    if (bonus.kind === "none") return "";
    const values = { count: bonus.points, points: formatPoints(bonus.points) };
    if (bonus.kind === "perUnit") return t("tier.gives.perUnit", values);
    return bonus.kind === "fixed"
      ? t("tier.gives.fixed", values)
      : t("tier.gives.perAmount", { ...values, amount: bonus.eachHkd });
  }
}
