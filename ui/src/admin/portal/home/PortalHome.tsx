import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import { Loaded } from "../../../kit/loading/States";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { KpiBones } from "../../entry/dashboard/Kpi";
import { AdminPage } from "../../kit/AdminPage";
import { NothingYet } from "../../kit/NothingYet";
import { useMe } from "../../session";
import { HourBars } from "../HourBars";
import own from "../Portal.module.css";
import { portalPaths } from "../paths";
import { type Sales, salesQuery } from "../portal";
import { Shares } from "../Shares";
import { usePortalWords } from "../usePortalWords";
import { NeedsYou } from "./NeedsYou";
import { PeriodCard } from "./PeriodCard";

/** The first page of the portal: points of today, the week and the month, each beside the same part of the period before. */
export function PortalHome() {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const me = useMe();
  const day = useQuery(salesQuery({ period: "day" }));
  const week = useQuery(salesQuery({ period: "week" }));
  const month = useQuery(salesQuery({ period: "month" }));
  const all = [day, week, month];
  const found = day.data && week.data && month.data && ([day.data, week.data, month.data] as const);
  return (
    <AdminPage
      title={t("home.title", { name: me.name })}
      line={day.data ? formatDateTime(day.data.until, language) : t("home.line")}
      actions={
        <ButtonLink kind="quiet" small to="/merchant">
          {t("home.counter")}
        </ButtonLink>
      }
    >
      <Loaded
        of={{
          data: found,
          isError: all.some(({ isError }) => isError),
          error: all.find(({ error }) => error)?.error ?? null,
          refetch: () => all.map((one) => one.refetch()),
        }}
        failed={t("failed")}
        skeleton={<KpiBones />}
      >
        {([today, thisWeek, thisMonth]) => (
          <>
            <div className={own.periods}>
              <PeriodCard sales={today} note={t("home.until", { time: formatTime(today.until) })} large />
              <PeriodCard sales={thisWeek} />
              <PeriodCard sales={thisMonth} />
            </div>
            <div className={own.columns}>
              <Hours sales={today} />
              <div className={css.stack}>
                <NeedsYou />
                <Outlets sales={today} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

function Hours({ sales }: { sales: Sales }) {
  const { t } = useTranslation("portal");
  const { against } = usePortalWords();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("home.hours")}</h2>
        <span className={css.soft}>{t("home.line2", { period: against(sales) })}</span>
      </div>
      {sales.hours.length === 0 ? (
        <NothingYet picture={<QuietTill />}>{t("home.nothing")}</NothingYet>
      ) : (
        <HourBars rows={sales.hours} label={t("home.hours")} />
      )}
    </section>
  );
}

function Outlets({ sales }: { sales: Sales }) {
  const { t } = useTranslation("portal");
  const { outlet } = usePortalWords();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("home.outlets")}</h2>
        <Link className={text.link} to={portalPaths.sales}>
          {t("nav.sales")}
        </Link>
      </div>
      {sales.outlets.length === 0 ? (
        <NothingYet picture={<ClosedShop />}>{t("home.nothing")}</NothingYet>
      ) : (
        <Shares
          rows={sales.outlets.map((row) => ({
            key: row._id ?? "",
            name: outlet(row),
            points: row.points,
            pointsBefore: row.pointsBefore,
          }))}
        />
      )}
    </section>
  );
}
