import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDate, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Note } from "../../kit/screen/Paper";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import { Stamps } from "../../shared/goals/Stamps";
import verdict from "../coupon/CouponCheck.module.css";
import type { Awarded } from "../kit/orders";
import css from "./StampCard.module.css";
import { type GoalStep, type TillCard, tillColumns } from "./stamp";

/** The loud part of the screen: how many stamps the card has, and what is missing for the reward. */
export function StampHead({ card, member, title }: { card: TillCard; member: string; title: string }) {
  const { t } = useTranslation("counter");
  const words = useRewardWords();
  const { step, fresh, fullToday } = card;
  const { progress, target, reached } = step;
  const more = target - progress;
  return (
    <>
      <p className={css.member}>{member}</p>
      <p className={css.count} role="img" aria-label={t("stamp.count", { progress, count: target })}>
        <StencilNumber value={progress} height={168} hidden />
        <b aria-hidden="true">{t("stamp.of", { target })}</b>
      </p>
      <h1 id={title} className={verdict.small}>
        {reached
          ? t("stamp.full")
          : fresh > 0
            ? t("stamp.added", { count: fresh })
            : t(fullToday ? "stamp.fullToday" : "stamp.none")}
      </h1>
      <p>
        {reached ? words.given(step, member) : t("stamp.more", { count: more, reward: words.name(step) })}
      </p>
    </>
  );
}

interface CardOfTillProps {
  card: TillCard;
  awarded: Awarded;
}

/** The card with its stamps, and the points that the purchase gave as well. */
export function CardOfTill({ card: { step, fresh, fullToday }, awarded }: CardOfTillProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const { points, balance } = awarded;
  const values = { count: points, points: formatPoints(points), after: formatPoints(balance?.after ?? 0) };
  return (
    <>
      <div className={css.names}>
        <h2>{localized(step.name, language)}</h2>
        {step.lastDay && <p>{t("stamp.until", { day: formatDate(noonOf(step.lastDay), language) })}</p>}
      </div>
      <div className={css.stamps} data-columns={tillColumns(step.target)}>
        <Stamps target={step.target} progress={step.progress} fresh={fresh} />
      </div>
      <Note>
        {fullToday && <p>{t("stamp.today")}</p>}
        {!fullToday && fresh === 0 && <p>{t("stamp.counted")}</p>}
        <p>{t(balance ? "stamp.balance" : "stamp.points", values)}</p>
      </Note>
    </>
  );
}

/** The reward of a card in the words of the till. */
function useRewardWords() {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const name = ({ reward }: GoalStep) => {
    if (reward.kind === "item") return localized(reward.name, language);
    if (reward.kind === "points")
      return t("stamp.reward.points", { count: reward.points, points: formatPoints(reward.points) });
    if (reward.kind === "multiplier") return t("stamp.reward.multiplier", { count: reward.days });
    return t("stamp.reward.badge");
  };
  return {
    name,
    given(step: GoalStep, member: string) {
      const values = { reward: name(step), name: member };
      return step.owed ? t("stamp.given.owed", values) : t(`stamp.given.${step.reward.kind}`, values);
    },
  };
}
