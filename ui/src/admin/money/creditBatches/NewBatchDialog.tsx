import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../../kit/AdminDialog";
import { tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { RowFilePick } from "../../kit/RowFilePick";
import { useRowFile } from "../../kit/useRowFile";
import { creditBatchesChanged, give, tryOut } from "./creditBatches";
import { DryRunRows } from "./DryRunRows";

const PURCHASES =
  "member,partner,amountHkd,day,time,outlet,receipt,enjoyCard\r\nalice@example.org,Tea House,128.50,2026-03-12,18:30,,A-1001,yes\r\n";
const SAMPLE = "member,points,reason\r\nalice@example.org,50,Beach day\r\n61234567,20,Beach day\r\n";

/** Creates a credit batch from a file: dry run first, then all rows or none. */
export function NewBatchDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("adminCredits");
  const say = useErrorText();
  const file = useRowFile(tryOut);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const [giving, setGiving] = useState(false);
  const { dry, error, setError } = file;
  const ready = dry && dry.bad === 0 && dry.good > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ready || !name.trim()) return;
    setGiving(true);
    setError(undefined);
    try {
      await give(name.trim(), dry.csv);
      showToast(t("file.given", { name: name.trim() }));
      creditBatchesChanged();
      onClose();
    } catch (failure) {
      // Close: the approval request exists now, and sending again would create a second one.
      if (tellApprovalNeeded(failure)) return onClose();
      setError(failure);
      setGiving(false);
    }
  };
  return (
    <FormDialog
      wide
      title={t("file.title")}
      kind="points"
      submit={t("file.give", { count: dry?.points ?? 0, points: formatPoints(dry?.points ?? 0) })}
      disabled={!ready}
      busy={giving && t("file.giving")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.stack}>
        <p className={css.soft}>{t("file.format")}</p>
        <p className={css.soft}>{t("file.purchases")}</p>
        <RowFilePick
          name="credits"
          file={file}
          samples={[
            { name: "kapok-credits-sample", text: SAMPLE },
            { name: "kapok-purchases-sample", text: PURCHASES, label: t("file.purchasesSample") },
          ]}
        />
        {dry && <DryRunRows dry={dry} />}
        {dry && dry.bad > 0 && <Note tone="plum">{t("file.fix")}</Note>}
        {ready && (
          <Field
            name="name"
            label={t("file.name")}
            hint={t("file.nameHint")}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            error={tried && !name.trim() ? t("file.nameRequired") : undefined}
            onChange={setName}
          />
        )}
        {error !== undefined && <Note tone="plum">{typeof error === "string" ? error : say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
