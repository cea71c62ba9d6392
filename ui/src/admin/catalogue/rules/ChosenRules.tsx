import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "../../../device/download";
import { localized, useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { SelectionBar } from "../../kit/SelectionBar";
import { today } from "../../money/reports/reports";
import { useMay } from "../../session";
import { csvOfRules } from "./chosen";
import { FailedRules, type RulesOutcome } from "./FailedRules";
import { canEnd, isOn, presentOf, type Rule, switchOffEach } from "./rules";
import { useEnding } from "./useEnding";

interface ChosenRulesProps {
  chosen: readonly Rule[];
  /** The rules that stay selected: none, or those that could not be changed. */
  onKeep(ids: ReadonlySet<string>): void;
}

/** Switches the chosen rules off that are on, ends them today, or saves the chosen rules as a file. */
export function ChosenRules({ chosen, onKeep }: ChosenRulesProps) {
  const { t } = useTranslation("adminRules");
  const { t: content } = useTranslation("adminContent");
  const mayChange = useMay("runProgramme");
  const [asking, setAsking] = useState(false);
  const [outcome, setOutcome] = useState<RulesOutcome>();
  const end = useEnding();
  const on = chosen.filter(isOn);
  const ends = chosen.filter((rule) => canEnd(rule, today()));
  const close = () => setAsking(false);
  const switchOff = async () => {
    const came = await switchOffEach(on);
    close();
    if (came.failed.length > 0) setOutcome({ ...came, of: "off" });
    else {
      showToast(t("off.someDone", { count: came.done }));
      onKeep(new Set());
    }
  };
  const ending = useRef(false);
  const endToday = async () => {
    // A second press would end the same rules again, which the server refuses.
    if (ending.current) return;
    ending.current = true;
    const came = await end(ends);
    ending.current = false;
    if (came.failed.length > 0) setOutcome({ ...came, of: "end" });
    else onKeep(new Set());
  };
  const seen = () => {
    onKeep(new Set(outcome?.failed.map(({ rule }) => rule._id)));
    setOutcome(undefined);
  };
  return (
    <>
      <SelectionBar
        label={content("selection")}
        selected={content("selected", { count: chosen.length })}
        actions={[
          { key: "clear", label: content("clear"), act: () => onKeep(new Set()) },
          {
            key: "csv",
            label: t("csv"),
            act: () => download("earning-rules.csv", csvOfRules(chosen), "text/csv"),
          },
          ...(mayChange && ends.length > 0
            ? [{ key: "end", label: t("end.some", { count: ends.length }), act: () => void endToday() }]
            : []),
          ...(mayChange && on.length > 0
            ? [
                {
                  key: "off",
                  label: t("off.some", { count: on.length }),
                  main: true,
                  act: () => setAsking(true),
                },
              ]
            : []),
        ]}
      />
      {asking && <AskOff on={on} others={chosen.length - on.length} onClose={close} act={switchOff} />}
      {outcome && <FailedRules outcome={outcome} onClose={seen} />}
    </>
  );
}

interface AskOffProps {
  on: readonly Rule[];
  /** The number of selected rules that are not on. */
  others: number;
  onClose(): void;
  act(): Promise<void>;
}

function AskOff({ on, others, onClose, act }: AskOffProps) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  return (
    <ActionDialog
      title={t("off.someTitle", { count: on.length })}
      submit={t("off.open")}
      busy={t("off.busy")}
      onClose={onClose}
      act={act}
    >
      <p>{t("off.someText", { count: on.length })}</p>
      <ul className={css.rows}>
        {on.map((rule) => (
          <li key={rule._id}>
            <b>{localized(presentOf(rule).rule.name, language)}</b>
          </li>
        ))}
      </ul>
      {others > 0 && <p>{t("off.others", { count: others })}</p>}
    </ActionDialog>
  );
}
