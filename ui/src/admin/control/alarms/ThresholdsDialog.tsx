import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
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
import { type AlarmThreshold, alarmDecided, KINDS } from "./alarms";

/** Maximum digits of a threshold. */
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
  const { busy, error, run } = useAction();
  if (!draft) return null;
  const refused = fieldErrors(error);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    void run(async () => {
      try {
        await saveSettings(etag, { ...programme, alarms: draft });
        showToast(t("settings.saved"));
      } catch (failure) {
        if (!tellApprovalNeeded(failure)) throw failure;
      }
      settingsChanged();
      alarmDecided();
      onClose();
    });
  };
  return (
    <FormDialog
      title={t("settings.title")}
      submit={t("settings.save")}
      busy={busy && t("settings.saving")}
      wide
      onClose={onClose}
      onSubmit={save}
    >
      <Switch name="on" checked={draft.on} onChange={(on) => setDraft({ ...draft, on })}>
        {t("settings.on")}
      </Switch>
      <p className={css.soft}>{t("settings.text")}</p>
      {KINDS.map(([kind, name]) => (
        <Threshold
          key={kind}
          kind={kind}
          value={draft[name]}
          error={refused[`alarms.${name}`]}
          onChange={(threshold) => setDraft({ ...draft, [name]: threshold })}
        />
      ))}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

interface ThresholdProps {
  kind: (typeof KINDS)[number][0];
  value: AlarmThreshold;
  error: string | undefined;
  onChange(value: AlarmThreshold): void;
}

function Threshold({ kind, value, error, onChange }: ThresholdProps) {
  const { t } = useTranslation("adminAlarms");
  const ofBills = kind === "round_amounts" || kind === "no_receipt" || kind === "undone";
  const number = (name: "from" | "bills" | "days", label: string) => (
    <NumberField
      name={`${kind}.${name}`}
      label={label}
      value={String(value[name] ?? 0)}
      most={MOST}
      disabled={!value.on}
      onChange={(typed) => onChange({ ...value, [name]: Number(typed) })}
    />
  );
  return (
    <fieldset className={own.threshold}>
      <legend>{t(`kinds.${kind}`)}</legend>
      <Switch name={`${kind}.on`} checked={value.on} onChange={(on) => onChange({ ...value, on })}>
        {t("settings.watch")}
      </Switch>
      <div className={own.numbers}>
        {number("from", t(`settings.from.${kind}`))}
        {ofBills && number("bills", t("settings.bills"))}
        {number("days", t("settings.days"))}
      </div>
      {error && <Note tone="plum">{error}</Note>}
    </fieldset>
  );
}
