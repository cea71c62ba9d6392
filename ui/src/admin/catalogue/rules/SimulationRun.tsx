import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { Check } from "../../../kit/form/Choice";
import { RetryIcon } from "../../../kit/icons/icons-basic";
import { Note } from "../../../kit/screen/Paper";
import admin from "../../admin.module.css";
import { useErrorText } from "../../kit/errorText";
import { Filter } from "../../kit/Tools";
import { useAction } from "../../kit/useAction";
import type { Simulation } from "./rules";
import css from "./Simulation.module.css";

const DAYS = ["28", "84", "364"] as const;
/** This choice simulates four weeks of last year: 364 days earlier, so that the days of the week are the same. */
const LAST_YEAR = "lastYear";
type Range = (typeof DAYS)[number] | typeof LAST_YEAR;

interface SimulationRunProps {
  of: Simulation;
  /** Begins a simulation of the last days, or of the same days of the last year. */
  begin(days: number, keepDates: boolean, lastYear: boolean): Promise<void>;
  stop(): Promise<void>;
  /** True for a rule, which can have a first and a last day, but not for the rates of a partner. */
  withDates?: boolean;
}

/** Starts a simulation, and shows its progress while it runs. */
export function SimulationRun({ of, begin, stop, withDates = false }: SimulationRunProps) {
  const { t } = useTranslation("adminRules");
  const say = useErrorText();
  const { busy, error, run } = useAction();
  const [days, setDays] = useState<Range>("28");
  const [keepDates, setKeepDates] = useState(of.result?.keepDates ?? false);
  if (of.state === "running") return <Progress of={of} stop={stop} />;
  return (
    <section className={admin.panel}>
      <div className={css.run}>
        <Filter<Range>
          label={t("trial.range")}
          value={days}
          options={[...DAYS, ...(withDates ? ([LAST_YEAR] as const) : [])].map((value) => ({
            value,
            label: t(`trial.days.${value}`),
          }))}
          onChoose={setDays}
        />
        {withDates && (
          <Check name="keepDates" checked={keepDates} onChange={setKeepDates}>
            {t("trial.keepDates")}
          </Check>
        )}
        <Button
          kind={of.result ? "quiet" : "leaf"}
          small
          icon={of.result && <RetryIcon size={20} />}
          busy={busy && t("trial.busy")}
          onClick={() =>
            void run(() =>
              begin(days === LAST_YEAR ? Number(DAYS[0]) : Number(days), keepDates, days === LAST_YEAR),
            )
          }
        >
          {t(of.result ? "trial.again" : "trial.run")}
        </Button>
      </div>
      {withDates && <p className={admin.two}>{t("trial.keepHint")}</p>}
      {of.state === "stopped" && <Note>{t("trial.stopped")}</Note>}
      {of.state === "failed" && <Note tone="plum">{t("trial.failedRun")}</Note>}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </section>
  );
}

function Progress({ of: { done, total }, stop }: Pick<SimulationRunProps, "of" | "stop">) {
  const { t } = useTranslation("adminRules");
  const { busy, run } = useAction();
  const share = total > 0 ? Math.min(1, done / total) : 0;
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("trial.running")}</h2>
        <Button kind="quiet" small busy={busy && t("trial.stop")} onClick={() => void run(stop)}>
          {t("trial.stop")}
        </Button>
      </div>
      <svg className={css.progress} viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true">
        <rect className={css.track} width={100} height={10} />
        <rect className={css.done} width={share * 100} height={10} />
      </svg>
      <p
        role="progressbar"
        aria-label={t("trial.running")}
        aria-valuemin={0}
        aria-valuemax={total}
        aria-valuenow={done}
      >
        {t("trial.progress", { done: formatPoints(done), total: formatPoints(total) })}
      </p>
    </section>
  );
}
