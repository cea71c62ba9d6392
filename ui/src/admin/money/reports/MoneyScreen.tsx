import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Segment } from "../../../kit/form/Segment";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { FlowChart } from "../../kit/charts/FlowChart";
import { Legend } from "../../kit/charts/Legend";
import { useAddress } from "../../kit/useAddress";
import { adminPaths } from "../../paths";
import { ByDay } from "./ByDay";
import { ByOutlet } from "./ByOutlet";
import { ByPartner } from "./ByPartner";
import { Liability } from "./Liability";
import { PartnerFilter } from "./PartnerFilter";
import own from "./Reports.module.css";
import { plusDays, type Span, spanQuery, spanUntil, today } from "./reports";
import { SpanTools, useSpan } from "./Span";

const SPANS = ["28", "84", "365"] as const;

/** The report on points issued, points spent and the liability. */
export function MoneyScreen() {
  const { t } = useTranslation("adminReports");
  const { get, change } = useAddress();
  const now = today();
  const { span, sound } = useSpan(spanUntil(now, 84));
  const partner = get("partner");
  const preset = SPANS.find((days) => span.to === now && span.from === plusDays(now, 1 - Number(days)));
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          <ButtonLink kind="text" small to={adminPaths.pageViews}>
            {t("views.title")}
          </ButtonLink>
          <Segment<string>
            label={t("span")}
            options={SPANS.map((days) => ({ value: days, label: t(`spans.${days}`) }))}
            chosen={preset ?? ""}
            onChoose={(days) => change({ ...spanUntil(now, Number(days)) })}
          />
        </>
      }
    >
      <SpanTools span={span}>
        <PartnerFilter chosen={partner} onChoose={(id) => change({ partner: id })} />
      </SpanTools>
      {sound ? (
        <>
          <Flows span={span} partner={partner} />
          <div className={own.pair}>
            <Liability />
            <ByPartner span={span} />
          </div>
          <ByOutlet span={span} />
          <ByDay span={span} partner={partner} />
        </>
      ) : (
        <Note tone="plum">{t("reversed")}</Note>
      )}
    </AdminPage>
  );
}

interface FlowsProps {
  span: Span;
  partner: string;
}

const SUMS = ["issued", "redeemed", "expired", "transferred"] as const;

/** Totals of the period, and their parts. */
function Flows({ span, partner }: FlowsProps) {
  const { t } = useTranslation("adminReports");
  const summary = useQuery(spanQuery(span, partner));
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("flows")}</h2>
        <Legend />
      </div>
      <Loaded of={summary} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
        {({ days }) => (
          <>
            <dl className={own.sums}>
              {SUMS.map((kind) => (
                <div key={kind}>
                  <dt>{t(kind)}</dt>
                  <dd>{formatPoints(days.reduce((sum, day) => sum + day[kind], 0))}</dd>
                </div>
              ))}
              {!partner && (
                <div>
                  <dt>{t("outstanding")}</dt>
                  <dd>{formatPoints(days.at(-1)?.outstanding ?? 0)}</dd>
                </div>
              )}
            </dl>
            <FlowChart days={days} owed={!partner} />
          </>
        )}
      </Loaded>
    </section>
  );
}
