import { useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button, IconButton } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { BackIcon } from "../../kit/icons/icons-basic";
import { CouponIcon } from "../../kit/icons/icons-member";
import { EmptyState } from "../../kit/loading/EmptyState";
import { QuietTill } from "../../kit/loading/EmptyWork";
import { Bone, RowSkeleton, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Pip } from "../../kit/screen/Blossom";
import { Puck, Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { TakeBackSheet } from "../award/TakeBackSheet";
import { isOpen, type OpenAward, UndoLine, UndoSheet } from "../award/UndoSheet";
import css from "../Counter.module.css";
import type { Till } from "../kit/till";
import { hasSlip, SlipSheet } from "./SlipSheet";
import { dayChanged, eventsQuery, type Sums, type TillEvent, todayQuery } from "./today";

/** Today's activity of this till: totals, hours, and one line each. */
export function Today({ till, onClose }: { till: Till; onClose(): void }) {
  const { t } = useTranslation("counter");
  const today = useQuery(todayQuery());
  return (
    <main className={css.today}>
      <div className={css.head}>
        <IconButton label={t("today.back")} onClick={onClose}>
          <BackIcon />
        </IconButton>
        <h2 className={text.t2}>{t("today.title")}</h2>
      </div>
      <Loaded
        of={today}
        failed={t("today.failed")}
        skeleton={
          <SkeletonRegion>
            <Bone shape="card" />
          </SkeletonRegion>
        }
      >
        {(sums) => <Day sums={sums} till={till} />}
      </Loaded>
    </main>
  );
}

function Day({ sums, till }: { sums: Sums; till: Till }) {
  const { t } = useTranslation("counter");
  const lines = useInfiniteQuery(eventsQuery(sums.since));
  return (
    <Loaded of={lines} failed={t("today.failed")} skeleton={<RowSkeleton count={3} />}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        if (events.length === 0)
          return <EmptyState picture={<QuietTill />} title={t("today.empty")} text={t("today.emptyText")} />;
        return (
          <>
            <Totals sums={sums} />
            <Hours hours={sums.hours} />
            <Events events={events} till={till} />
            {lines.hasNextPage && (
              <Button
                kind="quiet"
                block
                busy={lines.isFetchingNextPage && t("today.loading")}
                onClick={() => void lines.fetchNextPage()}
              >
                {t("today.earlier")}
              </Button>
            )}
          </>
        );
      }}
    </Loaded>
  );
}

function Totals({ sums }: { sums: Sums }) {
  const { t } = useTranslation("counter");
  const totals: [string, string][] = [
    [t("today.points"), `+${formatPoints(sums.points)}`],
    [t("today.amount"), `HK$${sums.amountHkd}`],
    [t("today.awards"), String(sums.awards)],
    [t("today.collected"), String(sums.collected)],
  ];
  return (
    <dl className={css.totals}>
      {totals.map(([name, value]) => (
        <div key={name} className={layout.card}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The day hour by hour, as numbers. */
function Hours({ hours }: { hours: Sums["hours"] }) {
  const { t } = useTranslation("counter");
  return (
    <table className={css.hours}>
      <caption className={text.sr}>{t("today.hours")}</caption>
      <thead>
        <tr>
          <th scope="col">{t("today.hour")}</th>
          <th scope="col">{t("today.points")}</th>
          <th scope="col">HK$</th>
          <th scope="col">{t("today.collected")}</th>
        </tr>
      </thead>
      <tbody>
        {hours.map(({ hour, points, amountHkd, collected }) => (
          <tr key={hour}>
            <th scope="row">{`${String(hour).padStart(2, "0")}:00`}</th>
            <td>{formatPoints(points)}</td>
            <td>{amountHkd}</td>
            <td>{collected}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function Events({ events, till }: { events: readonly TillEvent[]; till: Till }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  // Fixed when the sheet opens, although the list may change.
  const [asked, setAsked] = useState<OpenAward>();
  const [late, setLate] = useState<TillEvent>();
  const [given, setGiven] = useState<TillEvent>();
  const close = (undone: boolean) => {
    setAsked(undefined);
    setLate(undefined);
    if (undone) dayChanged();
  };
  return (
    // Keeps the sheet outside of the column layout of the list.
    <div>
      <ul className={classes(layout.card, layout.rows, css.list)}>
        {events.map((event) => (
          <li key={event._id}>
            <Row
              flat
              icon={
                <Puck tone={event.type === "award" ? "in" : "plain"}>
                  {event.type === "award" ? <Pip size={20} red /> : <CouponIcon size={20} />}
                </Puck>
              }
              title={event.item ? localized(event.item, language) : `HK$${event.amountHkd ?? ""}`}
              line={[formatTime(event.created), event.member?.name, event.by].filter(Boolean).join(" · ")}
              end={
                <span className={text.tnum}>
                  {event.undone
                    ? t("today.undone")
                    : event.type === "award"
                      ? `+${formatPoints(event.points)}`
                      : t("today.taken")}
                </span>
              }
            />
            {event.type === "award" && !event.undone && (
              <div className={css.undo}>
                {hasSlip(event) && (
                  <Button kind="text" small onClick={() => setGiven(event)}>
                    {t("slip.open")}
                  </Button>
                )}
                {isOpen(event) ? (
                  <UndoLine award={event} onAsk={() => setAsked(event)} />
                ) : (
                  <Button kind="text" small onClick={() => setLate(event)}>
                    {t("takeBack.open")}
                  </Button>
                )}
              </div>
            )}
          </li>
        ))}
      </ul>
      {asked && <UndoSheet award={asked} onClose={close} />}
      {given && hasSlip(given) && <SlipSheet award={given} onClose={() => setGiven(undefined)} />}
      {late && <TakeBackSheet award={late} till={till} onClose={close} />}
    </div>
  );
}
