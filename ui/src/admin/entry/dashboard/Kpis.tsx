import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { Loaded } from "../../../kit/loading/States";
import { expiryQuery } from "../../money/expiry/expiry";
import { formatHkd, type Span, spanQuery } from "../../money/reports/reports";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import { Change } from "./Change";
import css from "./Dashboard.module.css";
import { activityQuery, type Figures, figuresOf, percent } from "./figures";
import { Kpi, KpiBone } from "./Kpi";

interface KpisProps {
  span: Span;
  before: Span;
}

/** The address of a list with the days of a range. */
const listOf = (path: string, { from, to }: Span) => `${path}?${new URLSearchParams({ from, to })}`;

/** The key figures of a range, each beside the equal range before. */
export function Kpis({ span, before }: KpisProps) {
  const { t } = useTranslation("adminDashboard");
  const summary = useQuery({
    ...spanQuery({ from: before.from, to: span.to }),
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  });
  return (
    <div className={css.kpis}>
      <Loaded of={summary} failed={t("failed")} skeleton={<KpiBone />}>
        {({ days, members }) => {
          const figures = figuresOf(days, span.from);
          const ofPoints = Math.round((figures.redeemed / Math.max(1, figures.issued)) * 100);
          return (
            <>
              <LiabilityKpi figures={figures} to={listOf(adminPaths.money, span)} />
              <Kpi
                name={t("kpi.issued")}
                to={listOf(adminPaths.money, span)}
                swatch={css.leaf}
                tone={css.inLeaf}
                value={figures.issued}
                line={<Compared figures={figures} now={figures.issued} before={figures.issuedBefore} />}
              />
              <Kpi
                name={t("kpi.redeemed")}
                to={listOf(adminPaths.money, span)}
                swatch={css.kapok}
                tone={css.inKapok}
                value={figures.redeemed}
                line={
                  <Compared
                    figures={figures}
                    now={figures.redeemed}
                    before={figures.redeemedBefore}
                    rest={figures.issued > 0 ? t("kpi.ofIssued", { percent: ofPoints }) : undefined}
                  />
                }
              />
              <ActiveKpi figures={figures} span={span} before={before} members={members} />
            </>
          );
        }}
      </Loaded>
      <SoonKpi />
    </div>
  );
}

interface ComparedProps {
  figures: Figures;
  now: number;
  before: number;
  /** Shown instead of the number of the period before. */
  rest?: string | undefined;
}

/** The change from the period before. In the programme's first days there is no such period. */
function Compared({ figures: { firstDays }, now, before, rest }: ComparedProps) {
  const { t } = useTranslation("adminDashboard");
  if (firstDays === 0) return t("kpi.noPoints");
  const change = percent(now, before);
  const lead =
    firstDays !== undefined ? (
      t("kpi.first", { count: firstDays })
    ) : change === undefined ? (
      t("kpi.nothing")
    ) : (
      <Change percent={change} />
    );
  const detail = rest ?? (change === undefined ? undefined : t("kpi.from", { before: formatPoints(before) }));
  return (
    <>
      {lead}
      {detail && (rest ? t("kpi.then", { rest: detail }) : ` ${detail}`)}
    </>
  );
}

function LiabilityKpi({ figures, to }: { figures: Figures; to: string }) {
  const { t } = useTranslation("adminDashboard");
  const mayOwn = useMay("own");
  const { owed, owedCents, owedCentsBefore = 0, firstDays } = figures;
  const shared = { name: t("kpi.liability"), to, swatch: css.ink };
  if (owedCents === undefined)
    return (
      <Kpi
        {...shared}
        value={owed}
        line={
          mayOwn ? (
            <Link className={css.inLine} to={adminPaths.settings}>
              {t("kpi.noValue")}
            </Link>
          ) : (
            t("kpi.points")
          )
        }
      />
    );
  const change = owedCents - owedCentsBefore;
  const sign = change < 0 ? "−" : "+";
  return (
    <Kpi
      {...shared}
      hkd
      value={Math.round(owedCents / 100)}
      line={
        firstDays === undefined ? (
          <>
            <b>
              {sign}HK${formatPoints(Math.round(Math.abs(change) / 100))}
            </b>{" "}
            {t("kpi.liabilityLine")}
          </>
        ) : (
          t(firstDays === 0 ? "kpi.noPoints" : "kpi.first", { count: firstDays })
        )
      }
    />
  );
}

interface ActiveKpiProps extends KpisProps {
  figures: Figures;
  members: number;
}

function ActiveKpi({ figures, span, before, members }: ActiveKpiProps) {
  const { t } = useTranslation("adminDashboard");
  const now = useQuery({ ...activityQuery(span), placeholderData: keepPreviousData });
  const earlier = useQuery(activityQuery(before)).data?.members ?? 0;
  return (
    <Loaded of={now} failed={t("failed")} skeleton={<KpiBone />}>
      {({ members: active }) => (
        <Kpi
          name={t("kpi.active")}
          to={listOf(adminPaths.transactions, span)}
          value={active}
          line={
            <Compared
              figures={figures}
              now={active}
              before={earlier}
              rest={t("kpi.ofMembers", {
                percent: Math.round((active / Math.max(1, members)) * 100),
                members: formatPoints(members),
              })}
            />
          }
        />
      )}
    </Loaded>
  );
}

function SoonKpi() {
  const { t } = useTranslation("adminDashboard");
  const expiry = useQuery(expiryQuery());
  return (
    <Loaded of={expiry} failed={t("failed")} skeleton={<KpiBone />}>
      {({ soon, soonMembers }) => (
        <Kpi
          name={t("kpi.soon")}
          to={adminPaths.expiry}
          tone={css.inPollen}
          value={soon.points}
          line={
            soon.points > 0
              ? t("kpi.soonLine", { count: soonMembers, hkd: formatHkd(soon.hkd) })
              : t("kpi.soonNone")
          }
        />
      )}
    </Loaded>
  );
}
