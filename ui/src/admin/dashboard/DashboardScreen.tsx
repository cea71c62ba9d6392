import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../components/classes";
import { Bone, SkeletonRegion } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { StencilNumber } from "../../components/StencilNumber";
import { formatPoints } from "../../i18n/format";
import { DeskPage } from "../components/DeskPage";
import deskCss from "../desk.module.css";
import { useMay } from "../session";
import { Checklist } from "./Checklist";
import css from "./Dashboard.module.css";
import { Flows, TopPartners } from "./Flows";
import { LowStock } from "./LowStock";
import { PendingExchanges } from "./PendingExchanges";
import { summaryQuery } from "./summary";

/** How the programme stands, and what waits for somebody. */
export function DashboardScreen() {
  const { t } = useTranslation("deskDashboard");
  const summary = useQuery(summaryQuery());
  const mayRun = useMay("runProgramme");
  return (
    <DeskPage title={t("title")}>
      {mayRun && <Checklist />}
      <Loaded of={summary} failed={t("failed")} skeleton={<Bones />}>
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
    </DeskPage>
  );
}

interface KpiProps {
  name: string;
  value: number;
  swatch?: string | undefined;
  tone?: string | undefined;
  line: ReactNode;
}

function Kpi({ name, value, swatch, tone, line }: KpiProps) {
  return (
    <section className={classes(deskCss.panel, css.kpi)}>
      <p>
        {swatch && <i className={classes(css.swatch, swatch)} />}
        {name}
      </p>
      <div className={classes(css.number, tone)}>
        <StencilNumber value={value} height={32} />
      </div>
      <p>{line}</p>
    </section>
  );
}

function Bones() {
  return (
    <SkeletonRegion>
      <div className={css.kpis}>
        {["a", "b", "c", "d"].map((key) => (
          <section key={key} className={classes(deskCss.panel, css.kpi)}>
            <Bone shape="line" />
            <Bone shape="title" />
            <Bone shape="line" />
          </section>
        ))}
      </div>
    </SkeletonRegion>
  );
}
