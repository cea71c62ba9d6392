import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import adminCss from "../../admin.module.css";
import { BarList } from "../../kit/charts/BarList";
import { FlowChart } from "../../kit/charts/FlowChart";
import { partnerSharesQuery, spanQuery, spanUntil, today } from "../../money/reports/reports";
import { adminPaths } from "../../paths";

const WEEKS_12 = 84;
const SHOWN = 4;

/** Points issued and spent, with a link to the reports. */
export function Flows() {
  const { t } = useTranslation("adminDashboard");
  const summary = useQuery(spanQuery(spanUntil(today(), WEEKS_12)));
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>{t("flows")}</h2>
        <ButtonLink kind="text" small to={adminPaths.pageViews}>
          {t("views")}
        </ButtonLink>
        <ButtonLink kind="text" small to={adminPaths.money}>
          {t("money")}
        </ButtonLink>
      </div>
      <Loaded of={summary} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
        {({ days }) => <FlowChart days={days} />}
      </Loaded>
    </section>
  );
}

/** The partners that gave the most points. */
export function TopPartners() {
  const { t } = useTranslation("adminDashboard");
  const { t: reports } = useTranslation("adminReports");
  const language = useLanguage();
  const shares = useQuery(partnerSharesQuery(spanUntil(today(), WEEKS_12)));
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>{t("partners")}</h2>
      </div>
      <Loaded of={shares} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(rows) =>
          rows.length === 0 ? (
            <p className={adminCss.soft}>{reports("none.text")}</p>
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
