import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { BarList } from "../charts/BarList";
import { FlowChart } from "../charts/FlowChart";
import deskCss from "../desk.module.css";
import { desk } from "../paths";
import { partnerSharesQuery, spanQuery, spanUntil, today } from "../reports/reports";
import { usePointValue } from "../reports/usePointValue";

const WEEKS_12 = 84;
const SHOWN = 4;

/** How points came and went, and the way to all the figures. */
export function Flows() {
  const { t } = useTranslation("deskDashboard");
  const pointValue = usePointValue();
  const summary = useQuery(spanQuery(spanUntil(today(), WEEKS_12)));
  return (
    <section className={deskCss.panel}>
      <div className={deskCss.panelHead}>
        <h2>{t("flows")}</h2>
        <ButtonLink kind="text" small to={desk.pageViews}>
          {t("views")}
        </ButtonLink>
        <ButtonLink kind="text" small to={desk.money}>
          {t("money")}
        </ButtonLink>
      </div>
      <Loaded of={summary} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
        {({ days }) => <FlowChart days={days} pointValue={pointValue} />}
      </Loaded>
    </section>
  );
}

/** Who gave most points away. */
export function TopPartners() {
  const { t } = useTranslation("deskDashboard");
  const { t: reports } = useTranslation("deskReports");
  const language = useLanguage();
  const shares = useQuery(partnerSharesQuery(spanUntil(today(), WEEKS_12)));
  return (
    <section className={deskCss.panel}>
      <div className={deskCss.panelHead}>
        <h2>{t("partners")}</h2>
      </div>
      <Loaded of={shares} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={deskCss.soft}>{reports("none.text")}</p>
          ) : (
            <BarList
              rows={rows.slice(0, SHOWN).map(({ _id = "", name, issued }) => ({
                key: _id,
                name: name ? localized(name, language) : reports("partners.none"),
                value: issued,
                shown: formatPoints(issued),
              }))}
            />
          )
        }
      </Loaded>
    </section>
  );
}
