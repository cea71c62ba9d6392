import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Loaded } from "../../../kit/loading/States";
import { AdminPage } from "../../kit/AdminPage";
import { useMay } from "../../session";
import { Checklist } from "./Checklist";
import css from "./Dashboard.module.css";
import { Flows, TopPartners } from "./Flows";
import { Kpi, KpiBones } from "./Kpi";
import { LowStock } from "./LowStock";
import { PendingExchanges } from "./PendingExchanges";
import { summaryQuery } from "./summary";

/** Key figures of the programme, and pending work. */
export function DashboardScreen() {
  const { t } = useTranslation("adminDashboard");
  const summary = useQuery(summaryQuery());
  const mayRun = useMay("runProgramme");
  return (
    <AdminPage title={t("title")}>
      {mayRun && <Checklist />}
      <Loaded of={summary} failed={t("failed")} skeleton={<KpiBones />}>
        {({ issued, redeemed, expired, outstanding, held, members }) => (
          <div className={css.kpis}>
            <Kpi
              name={t("issued")}
              swatch={css.leaf}
              tone={css.inLeaf}
              value={issued}
              line={t("issuedLine")}
            />
            <Kpi
              name={t("redeemed")}
              swatch={css.kapok}
              tone={css.inKapok}
              value={redeemed}
              line={t("redeemedLine", { expired: formatPoints(expired) })}
            />
            <Kpi
              name={t("outstanding")}
              swatch={css.ink}
              value={outstanding}
              line={t("outstandingLine", { held: formatPoints(held) })}
            />
            <Kpi
              name={t("members")}
              value={members}
              line={t("membersLine", {
                points: formatPoints(members > 0 ? Math.round(outstanding / members) : 0),
              })}
            />
          </div>
        )}
      </Loaded>
      <div className={css.grid}>
        <Flows />
        <PendingExchanges />
        <TopPartners />
        <LowStock />
      </div>
    </AdminPage>
  );
}
