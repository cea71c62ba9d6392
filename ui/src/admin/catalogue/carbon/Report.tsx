import type { UseQueryResult } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Segment } from "../../../kit/form/Segment";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { Bars } from "../../kit/Bars";
import { BarList } from "../../kit/charts/BarList";
import { Table } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useAddress } from "../../kit/useAddress";
import reports from "../../money/reports/Reports.module.css";
import { SpanTools, useSpan } from "../../money/reports/Span";
import {
  formatGrams,
  isSound,
  kilograms,
  type Period,
  partsOf,
  type ReportRow,
  type Sums,
  sourceOf,
  sumsOf,
  usualMonths,
  type VersionSum,
} from "./carbon";

/** The period of the report, kept in the address. */
export function usePeriod(): Period {
  const { get } = useAddress();
  const { span } = useSpan(usualMonths());
  return { ...span, by: get("by") === "day" ? "day" : "month" };
}

interface ReportProps {
  period: Period;
  /** The call that the file comes from. */
  path: string;
  report: UseQueryResult<ReportRow[]>;
  /** True if the rows are those of several partners. */
  shared?: boolean;
  /** Additional facts beside the sums. */
  facts?: readonly [name: string, value: string][];
  /** Additional filters. */
  children?: ReactNode;
}

/** The CO2e that purchases saved in a period, with its file. */
export function Report({ period, path, report, shared = false, facts = [], children }: ReportProps) {
  const { t } = useTranslation("adminCarbon");
  const { t: words } = useTranslation("adminReports");
  const { change } = useAddress();
  return (
    <>
      <SpanTools span={period}>
        {children}
        <Segment<Period["by"]>
          label={t("parts")}
          options={[
            { value: "month", label: t("byMonth") },
            { value: "day", label: t("byDay") },
          ]}
          chosen={period.by}
          onChoose={(by) => change({ by: by === "day" ? by : "" })}
        />
        {isSound(period) && <CsvLink path={path} query={{ ...period }} of={t("report")} />}
      </SpanTools>
      {isSound(period) ? (
        <Loaded
          of={report}
          failed={t("failed")}
          skeleton={
            <section className={css.panel}>
              <RowSkeleton count={4} />
            </section>
          }
        >
          {(rows) => (
            <Panels sums={sumsOf(rows, partsOf(period))} period={period} shared={shared} facts={facts} />
          )}
        </Loaded>
      ) : (
        <Note tone="plum">{period.from > period.to ? words("reversed") : t("tooLong")}</Note>
      )}
    </>
  );
}

/** Each version of a factor with its source, as the purchases kept it. */
function ByFactor({ versions }: Pick<Sums, "versions">) {
  const { t } = useTranslation("adminCarbon");
  const language = useLanguage();
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("byFactor")}</h2>
      </div>
      <Table<VersionSum>
        label={t("byFactor")}
        rows={versions}
        rowKey={({ key }) => key}
        columns={[
          {
            key: "name",
            head: t("factor"),
            names: true,
            cell: ({ factorName, version, unit }) => (
              <>
                <span className={css.strong}>{localized(factorName, language)}</span>
                <span className={css.two}>
                  {`${t("versionNumber", { version })} · ${t(`units.${unit}`)}`}
                </span>
              </>
            ),
          },
          { key: "source", head: t("source"), from: "medium", cell: (sum) => sourceOf(sum) || t("noSource") },
          {
            key: "uses",
            head: t("purchases"),
            end: true,
            from: "small",
            cell: ({ uses }) => formatPoints(uses),
          },
          {
            key: "grams",
            head: t("gramsSum"),
            end: true,
            from: "small",
            cell: ({ grams }) => formatGrams(grams),
          },
          { key: "kilograms", head: "kg", end: true, cell: ({ grams }) => kilograms(grams) },
        ]}
      />
    </section>
  );
}

interface PanelsProps extends Required<Pick<ReportProps, "period" | "shared" | "facts">> {
  sums: Sums;
}

function Panels({ sums, period, shared, facts }: PanelsProps) {
  const { t } = useTranslation("adminCarbon");
  const language = useLanguage();
  const title = t(period.by === "day" ? "byDay" : "byMonth");
  return (
    <>
      <section className={css.panel}>
        <dl className={reports.sums}>
          {[
            [t("saved"), `${kilograms(sums.total)} kg`],
            [t("purchases"), formatPoints(sums.uses)],
            ...facts,
          ].map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{value}</dd>
            </div>
          ))}
        </dl>
        <Bars
          label={title}
          heads={[t(period.by), "kg CO₂e"]}
          bars={sums.parts.map(({ part, grams }) => ({
            key: part,
            label: part,
            value: grams,
            shown: `${kilograms(grams)} kg`,
          }))}
        />
      </section>
      {shared && sums.partners.length > 0 && (
        <section className={css.panel}>
          <div className={css.panelHead}>
            <h2>{t("byPartner")}</h2>
          </div>
          <BarList
            rows={sums.partners.map(({ id, name, grams }) => ({
              key: id,
              name: localized(name, language),
              value: grams,
              shown: `${kilograms(grams)} kg`,
            }))}
          />
        </section>
      )}
      {sums.versions.length > 0 && <ByFactor versions={sums.versions} />}
    </>
  );
}
