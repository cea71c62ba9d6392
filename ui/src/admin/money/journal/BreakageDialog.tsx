import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { NumberField } from "../../kit/NumberField";
import { useAction } from "../../kit/useAction";
import { assumeBreakage, type BreakageAssumption } from "./journal";

interface BreakageDialogProps {
  /** The assumption that the person has seen. */
  assumption: BreakageAssumption;
  /** The month from which the new one counts. */
  month: string;
  onClose(): void;
}

/** The form of another assumption, from the month that is shown. */
export function BreakageDialog({ assumption, month, onClose }: BreakageDialogProps) {
  const { t } = useTranslation("adminJournal");
  const say = useErrorText();
  const name = formatMonth(month, useLanguage());
  const [percent, setPercent] = useState(assumption.versions[0]?.percent ?? "");
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const { busy, error, run } = useAction();
  const wrong = fieldErrors(error);
  const missing = (text: string) => (tried && text.trim() === "" ? t("breakage.required") : undefined);
  const send = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!percent || !reason.trim()) return;
    void run(async () => {
      await assumeBreakage(assumption.version, { percent, from: month, reason });
      onClose();
      showToast(t("breakage.done"));
    });
  };
  return (
    <FormDialog
      title={t("breakage.from", { month: name })}
      submit={t("breakage.keep")}
      busy={busy && t("breakage.busy")}
      onClose={onClose}
      onSubmit={send}
    >
      <div className={css.stack}>
        <NumberField
          name="percent"
          label={t("breakage.percent")}
          hint={t("breakage.percentHint")}
          decimal
          most={5}
          value={percent}
          error={missing(percent) ?? wrong.percent}
          onChange={setPercent}
        />
        <Field
          name="reason"
          label={t("breakage.reason")}
          hint={t("breakage.reasonHint")}
          maxLength={500}
          value={reason}
          error={missing(reason) ?? wrong.reason}
          onChange={setReason}
        />
        {wrong.from && <Note tone="plum">{wrong.from}</Note>}
        {error !== undefined && Object.keys(wrong).length === 0 && <Note tone="plum">{say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
