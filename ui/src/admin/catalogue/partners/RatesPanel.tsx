import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import type { Partner } from "../../kit/editor/kinds";
import rules from "../rules/Rules.module.css";
import { SimulationFindings } from "../rules/SimulationFindings";
import { SimulationRun } from "../rules/SimulationRun";
import type { PartnerFields } from "./form";
import {
  isSimulated,
  needsSimulation,
  type Rates,
  ratesChanged,
  ratesQuery,
  ratesSimulationQuery,
  sameRates,
  simulateRates,
  stopRatesSimulation,
} from "./rates";

interface RatesPanelProps extends PartnerFields {
  saved: Partner;
  /** True if the reader may set rates. */
  mayChange: boolean;
}

/** The versions of a partner's rates, and what the rates of the form would have given. */
export function RatesPanel({ form, saved, mayChange }: RatesPanelProps) {
  const { t } = useTranslation("adminPartners");
  const language = useLanguage();
  const { _id: id, updated } = saved;
  const versions = useQuery(ratesQuery(id));
  // Saving the partner may have made a new version of the rates.
  useEffect(() => {
    if (updated) ratesChanged(id);
  }, [id, updated]);
  return (
    <section className={css.panel} aria-label={t("rates.title")}>
      <div className={css.panelHead}>
        <h2>{t("rates.title")}</h2>
      </div>
      <p className={css.soft}>{t("rates.text")}</p>
      <Loaded of={versions} failed={t("rates.failed")} skeleton={<RowSkeleton count={2} />}>
        {(found) => (
          <ul className={rules.versions}>
            {found.map((one, index) => (
              <li key={one.version}>
                <p>
                  <b>{t("rates.version", { version: one.version })}</b>
                  {index === 0 && <Badge tone="leaf">{t("rates.now")}</Badge>}
                </p>
                <p>{t("rates.words", { base: one.basePoints, extra: one.extraPoints })}</p>
                <p className={rules.two}>{t("rates.since", { time: formatDateTime(one.from, language) })}</p>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
      {mayChange && <Trial id={id} saved={saved} rates={form.draft} />}
    </section>
  );
}

/** Simulates the rates of the form if they differ from the saved ones. */
function Trial({ id, saved, rates }: { id: string; saved: Partner; rates: Rates }) {
  const { t } = useTranslation("adminPartners");
  const simulation = useQuery(ratesSimulationQuery(id));
  if (sameRates(saved, rates)) return null;
  const told = { base: rates.basePoints || "0", extra: rates.extraPoints || "0" };
  return (
    <div className={css.stack}>
      <h3>{t("rates.try", told)}</h3>
      <Loaded of={simulation} failed={t("rates.failed")} skeleton={<RowSkeleton count={2} />}>
        {(found) => {
          const isReady = isSimulated(found, rates, Date.now());
          return (
            <>
              {needsSimulation(saved, rates) && !isReady && found.state !== "running" && (
                <Note tone="pollen">{t("rates.first")}</Note>
              )}
              <SimulationRun
                of={isReady ? found : { ...found, result: undefined }}
                begin={(days) => simulateRates(id, rates, days)}
                stop={() => stopRatesSimulation(id)}
              />
              {isReady && found.result && <p className={css.soft}>{t("rates.rulesOfNow")}</p>}
              {isReady && found.result && <SimulationFindings of={found.result} onePartner />}
            </>
          );
        }}
      </Loaded>
    </div>
  );
}
