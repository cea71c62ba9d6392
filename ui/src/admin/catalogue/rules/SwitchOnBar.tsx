import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { noonOf } from "../../../api/outlook";
import { formatDateTime, formatDay, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { CheckIcon } from "../../../kit/icons/icons-basic";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../../kit/AdminDialog";
import type { Tagged } from "../../kit/editor/kinds";
import { tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { formatHkd } from "../../money/reports/reports";
import { adminPaths, recordPath } from "../../paths";
import { type Rule, type Simulation, type SimulationResult, switchOn, waitingWords } from "./rules";
import css from "./Simulation.module.css";

interface SwitchOnBarProps {
  tagged: Tagged<Rule>;
  of: Simulation;
  result: SimulationResult;
  mayChange: boolean;
}

/** The facts of the simulation, and the button that switches its version on while the result holds. */
export function SwitchOnBar({ tagged, of, result, mayChange }: SwitchOnBarProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const { latest, live } = tagged.record;
  // A rule that was ended by hand can be switched on once more.
  const isOn = live?.version === latest.version && !tagged.record.ended;
  const holds = of.validUntil !== undefined && Date.parse(of.validUntil) > Date.now();
  const day = (text: string) => formatDay(noonOf(text), language);
  const facts = {
    time: formatDateTime(of.finished ?? "", language),
    bills: formatPoints(result.purchases),
    from: day(result.from),
    to: day(result.to),
    seconds: (result.milliseconds / 1000).toFixed(1),
  };
  return (
    <section className={css.foot} aria-label={t("trial.do")}>
      <p>
        <b>{t("trial.facts", facts)}</b>
        <small>
          {isOn
            ? t("trial.alreadyOn")
            : holds
              ? t("trial.good", { time: formatDateTime(of.validUntil ?? "", language) })
              : t("trial.old")}
        </small>
      </p>
      {mayChange && !isOn && (
        <Button
          small
          icon={<CheckIcon size={20} />}
          disabled={!holds || of.state === "running"}
          onClick={() => setAsking(true)}
        >
          {t("trial.switchOn", { version: latest.version })}
        </Button>
      )}
      {asking && <Ask tagged={tagged} result={result} onClose={() => setAsking(false)} />}
    </section>
  );
}

function Ask({ tagged, result, onClose }: Pick<SwitchOnBarProps, "tagged" | "result"> & { onClose(): void }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const navigate = useNavigate();
  const say = useErrorText();
  const { busy, error, run } = useAction();
  const { _id, latest } = tagged.record;
  const name = localized(latest.rule.name, language);
  const start = () =>
    run(async () => {
      try {
        await switchOn(_id, tagged.etag);
        showToast(t("trial.done", { name }));
      } catch (failure) {
        if (!tellApprovalNeeded(failure)) throw failure;
      }
      onClose();
      navigate(recordPath(adminPaths.rules, _id));
    });
  return (
    <FormDialog
      title={t("trial.ask", { version: latest.version, name })}
      submit={t("trial.do")}
      busy={busy && t("trial.switching")}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        void start();
      }}
    >
      {latest.rule.bonus.kind === "none" ? (
        <p>{t("trial.askWaiting", waitingWords(result))}</p>
      ) : (
        <>
          <p>{t("trial.askText", { points: formatPoints(result.points), hkd: formatHkd(result.hkd) })}</p>
          <p>{t("trial.askSecond")}</p>
        </>
      )}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
