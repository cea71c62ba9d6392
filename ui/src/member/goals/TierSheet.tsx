import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { Sheet } from "../../kit/dialog/Sheet";
import { Note } from "../../kit/screen/Paper";
import { TierMark } from "../../shared/goals/TierMark";
import type { MemberTier } from "../../shared/goals/tiers";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import { useTierWords } from "../../shared/goals/useTierWords";
import { TierGifts } from "./TierGifts";
import css from "./TierSheet.module.css";

/** The ladder: what the member holds and until when, what keeps it, what levels give, and each level. */
export function TierSheet({ tier, onClose }: { tier: MemberTier; onClose(): void }) {
  const { t } = useTranslation("goals");
  const words = useTierWords();
  const level = words.name(tier, tier.level);
  const gifts = tier.gives ?? [];
  return (
    <Sheet title={level} onClose={onClose}>
      {tier.since && <p className={css.soft}>{t("tier.since", { day: words.day(tier.since) })}</p>}
      <Standing tier={tier} level={level} />
      <TierGifts
        title={t("tier.gives.yours", { level })}
        gifts={gifts.filter((one) => one.level <= tier.level)}
      />
      {tier.levels.slice(tier.level).map((one, above) => (
        <TierGifts
          key={one.target}
          title={t("tier.gives.adds", { level: words.name(tier, tier.level + above + 1) })}
          gifts={gifts.filter((gift) => gift.level === tier.level + above + 1)}
        />
      ))}
      <ol className={css.levels}>
        {tier.levels.map((one, at) => (
          // A level that the ladder has no more may have the same target as another one.
          <li key={at} aria-current={at + 1 === tier.level ? "step" : undefined}>
            <TierMark level={at + 1 <= tier.level ? at + 1 : 0} size={36} />
            <span>
              <b>{words.name(tier, at + 1)}</b>
              <small>
                {t(`tier.from.${tier.counts}`, { count: one.target, amount: formatPoints(one.target) })}
              </small>
              <ReachingReward tier={tier} level={at + 1} />
            </span>
          </li>
        ))}
      </ol>
      <p className={css.soft}>{words.window(tier)}</p>
      <p className={css.soft}>{t("tier.spending")}</p>
    </Sheet>
  );
}

/** The reward for reaching a level and, once the member has got it, the day. */
function ReachingReward({ tier, level }: { tier: MemberTier; level: number }) {
  const { t } = useTranslation("goals");
  const words = useTierWords();
  const goals = useGoalWords();
  const found = tier.rewards?.find((one) => one.level === level);
  if (!found) return null;
  const reward = goals.reward(found);
  const got = found.owed ? "owed" : "given";
  return (
    <small>
      {found.given
        ? t(`tier.reward.${got}`, { reward, day: words.day(found.given) })
        : t("tier.reward.coming", { reward })}
    </small>
  );
}

/** The time until which the level is held, or what keeps it. */
function Standing({ tier, level }: { tier: MemberTier; level: string }) {
  const { t } = useTranslation("goals");
  const words = useTierWords();
  if (tier.keep?.by) {
    const values = { level, amount: words.amount(tier, tier.keep.missing), day: words.day(tier.keep.by) };
    return <Note tone="pollen">{t(tier.graceUntil ? "tier.grace" : "tier.keep", values)}</Note>;
  }
  if (tier.ending && tier.graceUntil)
    return <Note tone="pollen">{t("tier.ending", { level, day: words.day(tier.graceUntil) })}</Note>;
  if (!tier.until) return null;
  return <Note tone="leaf">{t("tier.until", { level, day: words.day(tier.until) })}</Note>;
}
