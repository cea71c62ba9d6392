import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { Note } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import css from "./JustNow.module.css";
import { eventsQuery, type TillEvent, todayQuery } from "./today";

const SHOWN = 5;

/** The last events of this till, beside the place where the next code is read. */
export function JustNow({ hint, onToday }: { hint: string; onToday(): void }) {
  const { t } = useTranslation("counter");
  const { data: day } = useQuery(todayQuery());
  return (
    <>
      <div className={css.head}>
        <h2>{t("today.now")}</h2>
        <Button kind="text" small onClick={onToday}>
          {t("today.all")}
        </Button>
      </div>
      {day && <LastEvents since={day.since} />}
      <div className={css.hint}>
        <Note>{hint}</Note>
      </div>
    </>
  );
}

function LastEvents({ since }: { since: string }) {
  const { t } = useTranslation("counter");
  const { data } = useInfiniteQuery(eventsQuery(since));
  const events = data?.pages[0]?.events.slice(0, SHOWN);
  if (!events) return null;
  if (events.length === 0) return <p className={text.soft}>{t("today.empty")}</p>;
  return (
    <ul className={classes(layout.card, layout.rows)}>
      {events.map((event) => (
        <li key={event._id} className={css.event}>
          <EventLine event={event} />
        </li>
      ))}
    </ul>
  );
}

function EventLine({ event }: { event: TillEvent }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const awarded = event.type === "award" && !event.undone;
  return (
    <>
      <time dateTime={event.created}>{formatTime(event.created)}</time>
      <span className={css.who}>
        {event.item ? localized(event.item, language) : (event.member?.name ?? `HK$${event.amountHkd ?? ""}`)}
      </span>
      <span className={awarded ? css.points : text.soft}>
        {event.undone ? t("today.undone") : awarded ? `+${formatPoints(event.points)}` : t("today.taken")}
      </span>
    </>
  );
}
