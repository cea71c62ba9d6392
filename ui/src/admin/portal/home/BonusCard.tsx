import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import { effectOf, shortAmount } from "../../../shared/bonuses/bonuses";
import { type BudgetLeft, spentShare } from "../../../shared/bonuses/spentShare";
import { dayRuns, type Weekday, weekdayName } from "../../../shared/weekdays";
import css from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { NothingYet } from "../../kit/NothingYet";
import { ownOutletsQuery } from "../portal";
import { useBeginProposal } from "../proposals/useBeginProposal";
import own from "./BonusCard.module.css";
import { bonusesAt, endOf, type OwnBonus, ownBonusesQuery } from "./bonusHours";

/** The bonuses that run now or come next at the partner's outlets, or at the chosen one, and a way to propose another. */
export function BonusCard({ outlet }: { outlet: string }) {
  const { t } = useTranslation("portal");
  const say = useErrorText();
  const { busy, error, begin } = useBeginProposal();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("bonuses.title")}</h2>
      </div>
      <Loaded
        of={useQuery(ownBonusesQuery())}
        failed={t("bonuses.failed")}
        skeleton={<RowSkeleton count={1} />}
      >
        {(all) => {
          const bonuses = bonusesAt(all, outlet);
          return bonuses.length === 0 ? (
            <NothingYet>{t("bonuses.none")}</NothingYet>
          ) : (
            <ul className={own.bonuses} aria-label={t("bonuses.title")}>
              {bonuses.map((bonus) => (
                <Row key={bonus._id} bonus={bonus} />
              ))}
            </ul>
          );
        }}
      </Loaded>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      <div className={own.propose}>
        <Button kind="quiet" small busy={busy && t("bonuses.proposing")} onClick={() => void begin("bonus")}>
          {t("bonuses.propose")}
        </Button>
      </div>
    </section>
  );
}

function Row({ bonus }: { bonus: OwnBonus }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const outlets = useQuery(ownOutletsQuery()).data ?? [];
  const { hours, weekdays, until, minimumBillHkd: least, budget, startsAt, spent } = bonus;
  const weekday = (day: Weekday) => weekdayName(day, language);
  const named = outlets.filter(({ _id }) => bonus.outlets.includes(_id));
  const facts = [
    hours && `${hours.from}–${hours.until}`,
    dayRuns(weekdays)
      .map(([first, last]) => (first === last ? weekday(first) : `${weekday(first)}–${weekday(last)}`))
      .join(t("bonuses.and")),
    named.length > 0
      ? named.map(({ name }) => localized(name, language)).join(t("bonuses.and"))
      : outlets.length > 1 && t("bonuses.everyOutlet"),
    least && t("bonuses.from", { amount: shortAmount(least) }),
    // The badge of a bonus that runs for days tells its last day.
    until &&
      (startsAt || spent || endOf(bonus, Date.now()) !== "day") &&
      t("bonuses.last", { day: formatDay(noonOf(until), language) }),
  ];
  return (
    <li>
      <p className={own.name}>
        <b>
          <i>{effectOf(bonus.bonus)}</i> {localized(bonus.name, language)}
        </b>
        <Badge tone={spent ? "plain" : startsAt ? "pollen" : "leaf"}>
          <Moment bonus={bonus} />
        </Badge>
      </p>
      <p className={css.soft}>{facts.filter(Boolean).join("\u00a0· ")}</p>
      {budget && <Budget budget={budget} />}
    </li>
  );
}

/** The words for the start of a bonus, for its end while it runs, or for a spent budget. */
function Moment({ bonus }: { bonus: OwnBonus }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const { startsAt, endsAt = "", hours, spent } = bonus;
  if (spent) return t("bonuses.spent");
  const day = (time: string | number) => formatDay(time, language);
  if (startsAt) {
    const isToday = day(startsAt) === day(Date.now());
    const time = [!isToday && day(startsAt), hours && formatTime(startsAt)].filter(Boolean);
    return t("bonuses.starts", { time: time.join(" ") });
  }
  switch (endOf(bonus, Date.now())) {
    case "time":
      return t("bonuses.untilTime", { time: formatTime(endsAt) });
    case "midnight":
      return t("bonuses.untilMidnight");
    case "day":
      // The end is the first moment after the last day.
      return t("bonuses.untilDay", { day: day(Date.parse(endsAt) - 1) });
    case "never":
      return t("bonuses.now");
  }
}

function Budget({ budget }: { budget: BudgetLeft }) {
  const { t } = useTranslation("portal");
  const { unit, amount, left } = budget;
  return (
    <>
      <p>
        {unit === "hkd"
          ? t("bonuses.leftHkd", { left: shortAmount(left), amount: shortAmount(amount) })
          : t("bonuses.leftPoints", {
              count: amount,
              left: formatPoints(left),
              amount: formatPoints(amount),
            })}
      </p>
      <svg className={own.track} viewBox="0 0 100 1" preserveAspectRatio="none" aria-hidden="true">
        <rect width={spentShare(budget) * 100} height="1" />
      </svg>
    </>
  );
}
