import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../../api/programme";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Bars } from "../../kit/Bars";
import { BarList } from "../../kit/charts/BarList";
import { CsvLink } from "../../kit/FileLink";
import { today } from "../../money/reports/reports";
import { useMay } from "../../session";
import { factorsQuery, MONTHS, monthsUntil, reportQuery, sumsOf } from "./carbon";
import { FactorDialog } from "./FactorDialog";
import { Factors } from "./Factors";

/** Grams as kilograms: two decimals below ten kilograms, one above. */
const kilograms = (grams: number) => {
  if (grams < 10_000) return (grams / 1000).toFixed(2);
  const tenths = Math.round(grams / 100);
  return `${formatPoints(Math.floor(tenths / 10))}.${tenths % 10}`;
};

/** The factors of saved CO2e, and the sums. */
export function CarbonScreen() {
  const { t } = useTranslation("adminCarbon");
  const [adding, setAdding] = useState(false);
  const programme = useQuery(programmeQuery());
  const mayChange = useMay("runProgramme");
  const mayReport = useMay("readReports");
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          {mayReport && (
            <CsvLink path="/api/admin/carbon/report" query={{ months: String(MONTHS) }} of={t("report")} />
          )}
          {mayChange && (
            <Button small onClick={() => setAdding(true)}>
              {t("add")}
            </Button>
          )}
        </>
      }
    >
      {programme.data && !programme.data.carbon && <Note>{t("off")}</Note>}
      {mayReport && <Report />}
      <Factors mayChange={mayChange} />
      {adding && <FactorDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

function Report() {
  const { t } = useTranslation("adminCarbon");
  const language = useLanguage();
  const report = useQuery(reportQuery());
  const factors = useQuery(factorsQuery());
  const unsourced =
    factors.data?.filter(({ inForce, versions }) => inForce && !versions[0]?.source).length ?? 0;
  return (
    <Loaded
      of={report}
      failed={t("failed")}
      skeleton={
        <section className={css.panel}>
          <RowSkeleton count={4} />
        </section>
      }
    >
      {(rows) => {
        const { months, partners, total } = sumsOf(rows, monthsUntil(today().slice(0, 7), MONTHS));
        const facts = [
          [t("saved"), `${kilograms(total)} kg`],
          [t("purchases"), formatPoints(rows.reduce((sum, { uses }) => sum + uses, 0))],
          [t("unsourced"), formatPoints(unsourced)],
        ];
        return (
          <>
            <section className={css.panel}>
              <div className={css.panelHead}>
                <h2>{t("report")}</h2>
              </div>
              <dl className={css.facts}>
                {facts.map(([name, value]) => (
                  <div key={name}>
                    <dt>{name}</dt>
                    <dd>{value}</dd>
                  </div>
                ))}
              </dl>
            </section>
            <section className={css.panel}>
              <div className={css.panelHead}>
                <h2>{t("byMonth")}</h2>
              </div>
              <Bars
                label={t("byMonth")}
                heads={[t("month"), "kg CO₂e"]}
                bars={months.map(({ month, grams }) => ({
                  key: month,
                  label: month,
                  value: grams,
                  shown: `${kilograms(grams)} kg`,
                }))}
              />
            </section>
            {partners.length > 0 && (
              <section className={css.panel}>
                <div className={css.panelHead}>
                  <h2>{t("byPartner")}</h2>
                </div>
                <BarList
                  rows={partners.map(({ id, name, grams }) => ({
                    key: id,
                    name: localized(name, language),
                    value: grams,
                    shown: `${kilograms(grams)} kg`,
                  }))}
                />
              </section>
            )}
          </>
        );
      }}
    </Loaded>
  );
}
