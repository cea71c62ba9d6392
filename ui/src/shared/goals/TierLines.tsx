import { useTranslation } from "react-i18next";
import { Meter } from "./Meter";
import css from "./TierLines.module.css";
import { TierMark } from "./TierMark";
import type { MemberTier } from "./tiers";
import { useTierWords } from "./useTierWords";

/** The member's level with the way to the next one, inside a card that opens more. */
export function TierLines({ tier }: { tier: MemberTier }) {
  const { t } = useTranslation("goals");
  const words = useTierWords();
  const target = tier.levels[tier.next ? tier.level : tier.level - 1]?.target ?? 1;
  return (
    <>
      <TierMark level={tier.level} size={44} />
      <span className={css.words}>
        <small>{t("tier.yours")}</small>
        <b>{words.name(tier, tier.level)}</b>
      </span>
      <span className={css.wide}>
        <Meter
          label={t("tier.yours")}
          value={Math.min(tier.progress, target)}
          most={target}
          text={words.progress(tier)}
        />
        <span className={css.line}>
          <b>{words.next(tier)}</b>
          <span>{words.progress(tier)}</span>
        </span>
      </span>
    </>
  );
}
