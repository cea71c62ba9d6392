import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import text from "../../kit/styles/text.module.css";
import { effectOf, shortAmount } from "../../shared/bonuses/bonuses";
import { spentShare } from "../../shared/bonuses/spentShare";
import { useCountdown } from "../kit/useCountdown";
import css from "./BonusBanner.module.css";
import { type BonusHour, bonusHoursQuery } from "./bonusHours";

const MINUTE_MS = 60_000;
/** The time for which the banner says that the budget is spent. */
const SPENT_MS = 5 * MINUTE_MS;
/** From this many minutes on, the banner tells the time of the end instead of the minutes that are left. */
const MANY_MINUTES = 100;

/** Up to this many minutes before the end, the banner says that it is near. */
const LAST_MINUTES = 10;
/** From this spent share of a budget on, the banner says that little is left. */
const MOST_SPENT = 0.9;

interface BonusBannerProps {
  /** Renders the status alone, for screen readers. The countdown goes on. */
  hidden?: boolean;
}

/** The bonus whose hours run now at this till and end first. Renders nothing without such a bonus. */
export function BonusBanner({ hidden = false }: BonusBannerProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const hours = useQuery(bonusHoursQuery()).data;
  const running = hours?.find(({ spent }) => !spent);
  // The bonus that the till showed last: only its end is told.
  const [shown, setShown] = useState<BonusHour>();
  if (running && running !== shown) setShown(running);
  const ended = hours && !running ? shown : undefined;
  const spent = ended && hours?.some(({ _id, spent }) => _id === ended._id && spent);
  useEffect(() => {
    if (!ended) return;
    const timer = setTimeout(() => setShown(undefined), SPENT_MS);
    return () => clearTimeout(timer);
  }, [ended]);
  const words = () => {
    if (running) {
      const name = localized(running.name, language);
      return t("bonusHour.started", { name, time: formatTime(running.endsAt) });
    }
    return ended && t(spent ? "bonusHour.spent" : "bonusHour.over");
  };
  return (
    <>
      <p className={text.sr} role="status">
        {words()}
      </p>
      {running && <Running key={running._id} bonus={running} hidden={hidden} />}
      {ended && spent && !hidden && (
        <section className={css.banner} aria-label={t("bonusHour.spentTitle")}>
          <i>{effectOf(ended.bonus)}</i>
          <b>{t("bonusHour.spentTitle")}</b>
          <p className={css.words}>{t("bonusHour.spent")}</p>
        </section>
      )}
    </>
  );
}

function Running({ bonus, hidden }: { bonus: BonusHour; hidden: boolean }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const minutes = Math.ceil(useCountdown(bonus.serverTime, bonus.endsAt) / MINUTE_MS);
  if (minutes === 0 || hidden) return null;
  const { budget, minimumBillHkd: least } = bonus;
  const nearEnd = [
    minutes <= LAST_MINUTES && t("bonusHour.lastMinutes"),
    budget && spentShare(budget) > MOST_SPENT && t("bonusHour.almostSpent"),
  ].filter(Boolean);
  return (
    <section className={css.banner} aria-label={t("bonusHour.title")}>
      <i>{effectOf(bonus.bonus)}</i>
      <b>
        {t("bonusHour.title")}
        <small>{localized(bonus.name, language)}</small>
      </b>
      <p className={css.time}>
        {minutes < MANY_MINUTES ? (
          <>
            <span className={text.sr}>{t("bonusHour.timeLeft", { count: minutes })}</span>
            <span aria-hidden="true">{t("bonusHour.endsIn")}</span>
            <span className={css.number} aria-hidden="true">
              <StencilNumber value={String(minutes)} height={30} hidden />
              <b>{t("bonusHour.minutes", { count: minutes })}</b>
            </span>
          </>
        ) : (
          <>
            <span>{t("bonusHour.endsAt")}</span>
            <b className={css.number}>{formatTime(bonus.endsAt)}</b>
          </>
        )}
      </p>
      {(least || budget || nearEnd.length > 0) && (
        <div className={css.words}>
          {nearEnd.length > 0 && <b>{nearEnd.join(" · ")}</b>}
          {least && <span>{t("bonusHour.least", { amount: shortAmount(least) })}</span>}
          {budget && <Budget budget={budget} />}
        </div>
      )}
    </section>
  );
}

function Budget({ budget }: { budget: NonNullable<BonusHour["budget"]> }) {
  const { t } = useTranslation("counter");
  const { unit, amount, left } = budget;
  return (
    <>
      <svg className={css.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={spentShare(budget) * 100} height="1" />
      </svg>
      <span>
        {unit === "hkd"
          ? t("bonusHour.leftHkd", { left: shortAmount(left), amount: shortAmount(amount) })
          : t("bonusHour.leftPoints", {
              count: amount,
              left: formatPoints(left),
              amount: formatPoints(amount),
            })}
      </span>
    </>
  );
}
