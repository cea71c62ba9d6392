import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { PartnersIcon } from "../../../kit/icons/icons-admin";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import { Loaded } from "../../../kit/loading/States";
import text from "../../../kit/styles/text.module.css";
import css from "../../admin.module.css";
import { KpiBones } from "../../entry/dashboard/Kpi";
import { AdminPage } from "../../kit/AdminPage";
import { CsvLink } from "../../kit/FileLink";
import { NothingYet } from "../../kit/NothingYet";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { useMe } from "../../session";
import { HourBars } from "../HourBars";
import own from "../Portal.module.css";
import { portalPaths } from "../paths";
import { ownOutletsQuery, type Sales, salesQuery } from "../portal";
import { Shares } from "../Shares";
import { usePortalWords } from "../usePortalWords";
import { BonusCard } from "./BonusCard";
import { NeedsYou } from "./NeedsYou";
import { PeriodCard } from "./PeriodCard";

/** The first page of the portal: points of today, the week and the month, each beside the same part of the period before. */
export function PortalHome() {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const me = useMe();
  const { outlets, outlet, enabled, choose } = useOutlet();
  const day = useQuery({ ...salesQuery({ period: "day", outlet }), enabled });
  const week = useQuery({ ...salesQuery({ period: "week", outlet }), enabled });
  const month = useQuery({ ...salesQuery({ period: "month", outlet }), enabled });
  const all = [outlets, day, week, month];
  const found = day.data && week.data && month.data && ([day.data, week.data, month.data] as const);
  return (
    <AdminPage
      title={t("home.title", { name: me.name })}
      line={day.data ? formatDateTime(day.data.until, language) : t("home.line")}
      actions={
        <div className={own.tools}>
          {outlets.data && outlets.data.length > 1 && (
            <Filter<string>
              label={t("sales.outlet")}
              icon={<PartnersIcon size={20} />}
              value={outlet}
              options={[
                { value: "", label: t("sales.allOutlets") },
                ...outlets.data.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
              ]}
              onChoose={choose}
            />
          )}
          <CsvLink path="/api/merchant/sales" query={{ by: "overview", outlet }} of={t("home.export")} />
          <ButtonLink kind="quiet" small to="/merchant">
            {t("home.counter")}
          </ButtonLink>
        </div>
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
            <div className={`${own.columns} ${own.wide}`}>
              <div>
                <Hours sales={today} />
                <Parts sales={today} outlet={outlet} />
              </div>
              <div>
                <NeedsYou outlet={outlet} />
                <BonusCard outlet={outlet} />
              </div>
            </div>
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** The outlet in the address, of which the figures are; empty for all outlets, and for one that is not the partner's. */
function useOutlet() {
  const { get, change } = useAddress();
  const outlets = useQuery(ownOutletsQuery());
  const asked = get("outlet");
  return {
    outlets,
    outlet: outlets.data?.some(({ _id }) => _id === asked) ? asked : "",
    /** True once the outlet is known, so that figures of all outlets are not fetched before those of one. */
    enabled: !asked || Boolean(outlets.data),
    choose: (outlet: string) => change({ outlet }),
  };
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

/** The points of today by outlet, or those of one outlet by cashier. */
function Parts({ sales, outlet }: { sales: Sales; outlet: string }) {
  const { t } = useTranslation("portal");
  const words = usePortalWords();
  const rows = outlet ? sales.cashiers : sales.outlets;
  const query = new URLSearchParams({ period: "day", ...(outlet && { outlet }) });
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t(outlet ? "home.cashiers" : "home.outlets")}</h2>
        <Link className={text.link} to={`${portalPaths.sales}?${query}`}>
          {t("nav.sales")}
        </Link>
      </div>
      {rows.length === 0 ? (
        <NothingYet picture={<ClosedShop />}>{t("home.nothing")}</NothingYet>
      ) : (
        <Shares
          rows={rows.map((row) => ({
            key: row._id ?? "",
            name: outlet ? (row.by ?? "") : words.outlet(row),
            points: row.points,
            pointsBefore: row.pointsBefore,
          }))}
        />
      )}
    </section>
  );
}
