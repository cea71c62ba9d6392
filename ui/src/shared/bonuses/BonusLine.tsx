import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDay } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import css from "./BonusLine.module.css";
import { type Bonus, effectOf, shortAmount } from "./bonuses";

interface BonusLineProps {
  bonus: Bonus;
  /** The place where the bonus is given, if the screen around the line does not name it. */
  place?: string;
}

/** The effect of a bonus, its name, and the conditions under which it is given. */
export function BonusLine({ bonus, place }: BonusLineProps) {
  const { t } = useTranslation("explorer");
  const language = useLanguage();
  const { hours, minimumBillHkd: least, reason, enjoyCard } = bonus;
  const day = formatDay(noonOf(bonus.nextDay), language);
  const today = day === formatDay(new Date(), language);
  const when = hours
    ? t(today ? "bonus.todayFrom" : "bonus.dayFrom", { day, from: hours.from, until: hours.until })
    : t(today ? "bonus.today" : "bonus.day", { day });
  const facts = [
    place,
    when,
    reason && t(`bonus.reasons.${reason}`),
    enjoyCard && t("bonus.card"),
    least && t("bonus.least", { amount: shortAmount(least) }),
  ];
  return (
    <>
      <i className={css.effect}>{effectOf(bonus.bonus)}</i>
      <span className={css.words}>
        <b>{localized(bonus.name, language)}</b>
        <small>{facts.filter(Boolean).join(" · ")}</small>
      </span>
    </>
  );
}
