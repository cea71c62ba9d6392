import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { type Answer, call } from "../../../api/call";
import { isUnauthorized } from "../../../api/problem";
import { programmeQuery } from "../../../api/programme";
import type { paths as calls } from "../../../api/schema";
import { endStaffSession } from "../../../api/staffSession";
import { formatPoints, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Loaded } from "../../../kit/loading/States";
import { Badge } from "../../../kit/screen/Paper";
import { paths } from "../../../shared/paths";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { DataTable, Table } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { adminPaths } from "../../paths";
import { ADMIN } from "../../session";
import kpis from "../dashboard/Dashboard.module.css";
import { Kpi, KpiBones } from "../dashboard/Kpi";

type Sums = Answer<calls["/api/merchant/today"]["get"]>;
type Outlet = Sums["outlets"][number];
type Event = Answer<calls["/api/merchant/activity"]["get"]>[number];

const FRESH_MS = 30_000;

/** Handles an ended staff session for calls of the counter API that are made as staff. */
const ofStaff = <T,>(answer: Promise<T>): Promise<T> =>
  answer.catch((error: unknown) => {
    if (isUnauthorized(error)) endStaffSession();
    throw error;
  });

const todayQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "today", "sums"],
    queryFn: ({ signal }) =>
      ofStaff(call("get", "/api/merchant/today", { query: { everywhere: true }, signal })),
    refetchInterval: FRESH_MS,
  });

/** Today's activity at a partner's counters: totals, per outlet, and one line each. */
export function TodayScreen() {
  const { t } = useTranslation("adminToday");
  const today = useQuery(todayQuery());
  const counts = useQuery(programmeQuery()).data?.carbon;
  const actions = (
    <>
      {counts && (
        <ButtonLink kind="quiet" small to={adminPaths.ownCarbon}>
          {t("carbon")}
        </ButtonLink>
      )}
      <ButtonLink small to={paths.home.concat("merchant")}>
        {t("counter")}
      </ButtonLink>
    </>
  );
  return (
    <AdminPage title={t("title")} line={t("line")} actions={actions}>
      <Loaded of={today} failed={t("failed")} skeleton={<KpiBones />}>
        {(sums) => (
          <>
            <Totals sums={sums} />
            {sums.outlets.length > 0 && <Outlets outlets={sums.outlets} />}
            <Events since={sums.since} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Totals({ sums: { points, awards, amountHkd, collected, undone, undonePoints } }: { sums: Sums }) {
  const { t } = useTranslation("adminToday");
  return (
    <div className={kpis.kpis}>
      <Kpi name={t("points")} swatch={kpis.leaf} tone={kpis.inLeaf} value={points} line={t("pointsLine")} />
      <Kpi name={t("awards")} value={awards} line={t("awardsLine", { amount: amountHkd })} />
      <Kpi
        name={t("collected")}
        swatch={kpis.kapok}
        tone={kpis.inKapok}
        value={collected}
        line={t("collectedLine")}
      />
      <Kpi
        name={t("undone")}
        value={undone}
        line={t("undoneLine", { count: undonePoints, points: formatPoints(undonePoints) })}
      />
    </div>
  );
}

function Outlets({ outlets }: { outlets: readonly Outlet[] }) {
  const { t } = useTranslation("adminToday");
  const language = useLanguage();
  const number = (key: "awards" | "points" | "collected" | "undone", from?: "small" | "medium") => ({
    key,
    head: t(key),
    end: true,
    ...(from ? { from } : {}),
    cell: (row: Outlet) => formatPoints(row[key]),
  });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("outlets")}</h2>
      </div>
      <Table
        label={t("outlets")}
        rows={outlets}
        rowKey={({ _id }) => _id ?? ""}
        columns={[
          {
            key: "name",
            head: t("outlet"),
            cell: ({ name }) =>
              name ? localized(name, language) : <span className={css.soft}>{t("noTill")}</span>,
          },
          number("awards", "small"),
          number("points"),
          { key: "amount", head: "HK$", end: true, from: "medium", cell: ({ amountHkd }) => amountHkd },
          number("collected"),
          number("undone", "small"),
        ]}
      />
    </section>
  );
}

function Events({ since }: { since: string }) {
  const { t } = useTranslation("adminToday");
  const language = useLanguage();
  const asked = { everywhere: true, from: since };
  const pages = usePages<Event>(["today", "events", since], (page, told) =>
    ofStaff(call("get", "/api/merchant/activity", { query: { ...page, ...asked }, ...told })),
  );
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("events")}</h2>
        <CsvLink path="/api/merchant/activity" query={{ everywhere: "true", from: since }} of={t("events")} />
      </div>
      <DataTable
        label={t("events")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("failed")}
        empty={{ title: t("empty"), text: t("emptyText") }}
        columns={[
          { key: "time", head: t("time"), soft: true, cell: ({ created }) => formatTime(created) },
          {
            key: "what",
            head: t("what"),
            cell: ({ item, amountHkd, member }) => (
              <>
                {item ? localized(item, language) : `HK$${amountHkd ?? "0"}`}
                {member && <span className={css.two}>{member.name}</span>}
              </>
            ),
          },
          {
            key: "where",
            head: t("outlet"),
            soft: true,
            from: "medium",
            cell: ({ outlet, till }) =>
              outlet ? [localized(outlet, language), till].join(" · ") : t("noTill"),
          },
          { key: "by", head: t("by"), soft: true, from: "wide", cell: ({ by }) => by },
          {
            key: "points",
            head: t("pointsShort"),
            end: true,
            cell: ({ type, points }) => (type === "award" ? `+${formatPoints(points)}` : "–"),
          },
          {
            key: "fate",
            head: t("fate"),
            cell: ({ type, undone }) => (
              <Badge tone={undone ? "plum" : type === "award" ? "leaf" : "pollen"}>
                {t(undone ? "takenBack" : type === "award" ? "awarded" : "handedOver")}
              </Badge>
            ),
          },
        ]}
      />
    </section>
  );
}
