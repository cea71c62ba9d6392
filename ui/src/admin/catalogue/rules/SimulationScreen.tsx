import { useQuery } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useParams } from "react-router";
import { EmptyState } from "../../../kit/loading/EmptyState";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { AdminPage } from "../../kit/AdminPage";
import { oneOf } from "../../kit/editor/kinds";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { earningRules, ruleChanged, simulate, simulationQuery, stopSimulation } from "./rules";
import { SimulationFindings } from "./SimulationFindings";
import { SimulationRun } from "./SimulationRun";
import { SwitchOnBar } from "./SwitchOnBar";

/** Tries a rule on past purchases. Only this screen can switch a rule on. */
export function SimulationScreen() {
  const { t } = useTranslation("adminRules");
  const { id = "" } = useParams();
  const mayChange = useMay("runProgramme");
  const rule = useQuery(oneOf(earningRules, id));
  const simulation = useQuery(simulationQuery(id));
  // The rule knows when it was simulated, so it is fetched anew after each result.
  const finished = simulation.data?.finished;
  const known = useRef(finished);
  useEffect(() => {
    if (known.current !== undefined && known.current !== finished) ruleChanged(id);
    known.current = finished ?? "";
  }, [finished, id]);
  const version = rule.data?.record.latest.version;
  return (
    <AdminPage
      title={version ? t("trial.title", { version }) : t("simulate")}
      line={t("trial.line")}
      back={{ to: recordPath(adminPaths.rules, id), label: t("trial.back") }}
    >
      <Loaded of={rule} failed={t("trial.failed")} skeleton={<RowSkeleton count={6} />}>
        {(tagged) => (
          <Loaded of={simulation} failed={t("trial.failed")} skeleton={<RowSkeleton count={6} />}>
            {(found) => (
              <>
                {mayChange && (
                  <SimulationRun
                    of={found}
                    begin={(days, keepDates, lastYear) => simulate(id, days, keepDates, lastYear)}
                    stop={() => stopSimulation(id)}
                    withDates
                  />
                )}
                {found.result ? (
                  <>
                    <SimulationFindings of={found.result} rule={tagged.record} />
                    <SwitchOnBar tagged={tagged} of={found} result={found.result} mayChange={mayChange} />
                  </>
                ) : (
                  found.state !== "running" && (
                    <EmptyState title={t("trial.none.title")} text={t("trial.none.text")} />
                  )
                )}
              </>
            )}
          </Loaded>
        )}
      </Loaded>
    </AdminPage>
  );
}
