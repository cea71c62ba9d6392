import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
import { useForm } from "../../../kit/form/useForm";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { NumberField } from "../../kit/NumberField";
import { useAction } from "../../kit/useAction";
import { type Programme, saveSettings, settingsChanged, settingsQuery } from "../settings/programme";
import own from "./Alarms.module.css";
import { alarmDecided } from "./alarms";
import {
  type Amount,
  BOUNDS,
  fieldOf,
  KINDS,
  type Kind,
  numbersOf,
  withNumbers,
  wrongNumbers,
} from "./thresholds";

/** Maximum digits of a number. */
const MOST = 4;

/** Switches alarms on and off, and sets what raises one. */
export function ThresholdsDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("adminAlarms");
  const found = useQuery(settingsQuery());
  return (
    <Loaded of={found} failed={t("settings.failed")} skeleton={<RowSkeleton count={4} />}>
      {({ value, etag }) => <Form programme={value} etag={etag} onClose={onClose} />}
    </Loaded>
  );
}

function Form({ programme, etag, onClose }: { programme: Programme; etag: string; onClose(): void }) {
  const { t } = useTranslation("adminAlarms");
  const say = useErrorText();
  const [draft, setDraft] = useState(programme.alarms);
  const { error, run } = useAction();
  const form = useForm<Record<string, string>, "range">({
    initial: draft ? numbersOf(draft) : {},
    check: wrongNumbers,
    submit: (numbers) => run(() => save(numbers)),
  });
  if (!draft) return null;
  const save = async (numbers: Record<string, string>) => {
    try {
      await saveSettings(etag, { ...programme, alarms: withNumbers(draft, numbers) });
      showToast(t("settings.saved"));
    } catch (failure) {
      if (!tellApprovalNeeded(failure)) throw failure;
    }
    settingsChanged();
    alarmDecided();
    onClose();
  };
  const refused = fieldErrors(error);
  return (
    <FormDialog
      title={t("settings.title")}
      submit={t("settings.save")}
      busy={form.busy && t("settings.saving")}
      wide
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <Switch name="on" checked={draft.on} onChange={(on) => setDraft({ ...draft, on })}>
        {t("settings.on")}
      </Switch>
      <p className={css.soft}>{t("settings.text")}</p>
      {KINDS.map(([kind, name]) => (
        <Threshold
          key={kind}
          kind={kind}
          on={draft[name].on}
          onSwitch={(on) => setDraft({ ...draft, [name]: { ...draft[name], on } })}
          number={(amount) => {
            const field = fieldOf(name, amount);
            return {
              props: form.field(field),
              wrong: form.error(field) !== undefined,
              refused: refused[`alarms.${field}`],
            };
          }}
        />
      ))}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

interface ThresholdProps {
  kind: Kind;
  on: boolean;
  onSwitch(on: boolean): void;
  /** The field of a number, whether it is out of bounds, and the server's message. */
  number(amount: Amount): {
    props: ReturnType<ReturnType<typeof useForm>["field"]>;
    wrong: boolean;
    refused: string | undefined;
  };
}

function Threshold({ kind, on, onSwitch, number }: ThresholdProps) {
  const { t } = useTranslation("adminAlarms");
  const labels = {
    from: t(`settings.from.${kind}`),
    bills: t("settings.bills"),
    days: t("settings.days"),
  };
  return (
    <fieldset className={own.threshold}>
      <legend>{t(`kinds.${kind}`)}</legend>
      <Switch name={`${kind}.on`} checked={on} onChange={onSwitch}>
        {t("settings.watch")}
      </Switch>
      <div className={own.numbers}>
        {BOUNDS[kind].map(([amount, least, most]) => {
          const { props, wrong, refused } = number(amount);
          return (
            <NumberField
              key={amount}
              {...props}
              label={labels[amount]}
              most={MOST}
              // The server checks kinds that are not watched too, so that a wrong number has to stay open.
              disabled={!on && !wrong}
              error={
                wrong
                  ? t("settings.range", { least: formatPoints(least), most: formatPoints(most) })
                  : refused
              }
            />
          );
        })}
      </div>
    </fieldset>
  );
}
