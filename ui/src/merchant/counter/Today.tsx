import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Answer, call } from "../../api/call";
import { nextCursor } from "../../api/page";
import type { paths } from "../../api/schema";
import { Pip } from "../../components/Blossom";
import { Button, IconButton } from "../../components/Button";
import { classes } from "../../components/classes";
import { EmptyState } from "../../components/EmptyState";
import { BackIcon } from "../../components/icons-basic";
import { CouponIcon } from "../../components/icons-member";
import { Puck, Row } from "../../components/Row";
import { Bone, RowSkeleton, SkeletonRegion } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { formatPoints, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import layout from "../../styles/layout.module.css";
import text from "../../styles/text.module.css";
import css from "./Counter.module.css";

const todayQuery = () =>
  queryOptions({
    queryKey: ["till", "today"],
    queryFn: ({ signal }) => call("get", "/api/merchant/today", { signal }),
    staleTime: 0,
  });

/** The lines since then, the newest first, so many at a time as somebody reads. */
const eventsQuery = (since: string) =>
  infiniteQueryOptions({
    queryKey: ["till", "events", since],
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const found = await call("get", "/api/merchant/activity", {
        query: { limit: 50, ...(pageParam && { cursor: pageParam }) },
        signal,
        answered: (headers) => {
          next = nextCursor(headers);
        },
      });
      const events = found.filter(({ created }) => created >= since);
      return { events, next: events.length === found.length ? next : undefined };
    },
    initialPageParam: "",
    getNextPageParam: ({ next }) => next,
    staleTime: 0,
  });

/** What this till did since midnight: sums, hours, and one line each. */
export function Today({ onClose }: { onClose(): void }) {
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
        {(sums) => <Day sums={sums} />}
      </Loaded>
    </main>
  );
}

function Day({ sums }: { sums: Sums }) {
  const { t } = useTranslation("counter");
  const lines = useInfiniteQuery(eventsQuery(sums.since));
  return (
    <Loaded of={lines} failed={t("today.failed")} skeleton={<RowSkeleton count={3} />}>
      {({ pages }) => {
        const events = pages.flatMap((page) => page.events);
        if (events.length === 0) return <EmptyState title={t("today.empty")} text={t("today.emptyText")} />;
        return (
          <>
            <Totals sums={sums} />
            <Hours hours={sums.hours} />
            <Events events={events} />
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

type Sums = Answer<paths["/api/merchant/today"]["get"]>;
type Event = Answer<paths["/api/merchant/activity"]["get"]>[number];

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

/** The day hour by hour, in figures. */
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

function Events({ events }: { events: readonly Event[] }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return (
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
        </li>
      ))}
    </ul>
  );
}
