import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminDialog, FormDialog } from "../../kit/AdminDialog";
import { tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { TextArea } from "../../kit/Inputs";
import { type Batch, creditBatchesChanged, takeBack, type Undone } from "./creditBatches";

/** Undoes a credit batch: asks for a reason, then shows the points returned. */
export function UndoDialog({ batch: { _id, name }, onClose }: { batch: Batch; onClose(): void }) {
  const { t } = useTranslation("adminCredits");
  const say = useErrorText();
  const [reason, setReason] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const [done, setDone] = useState<Undone>();
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return;
    setBusy(true);
    setError(undefined);
    try {
      setDone(await takeBack(_id, reason.trim()));
      creditBatchesChanged();
    } catch (failure) {
      if (tellApprovalNeeded(failure)) return onClose();
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  if (done) return <Told undone={done} onClose={onClose} />;
  return (
    <FormDialog
      title={t("back.title", { name })}
      kind="refuse"
      submit={t("back.submit")}
      busy={busy && t("back.busy")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <p>{t("back.text")}</p>
      <TextArea
        name="reason"
        label={t("back.reason")}
        hint={t("back.reasonHint")}
        required
        rows={3}
        maxLength={500}
        value={reason}
        error={tried && !reason.trim() ? t("back.reasonRequired") : undefined}
        onChange={setReason}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}

function Told({ undone: { takenBack, spent, reversed }, onClose }: { undone: Undone; onClose(): void }) {
  const { t } = useTranslation("adminCredits");
  const { t: common } = useTranslation("admin");
  return (
    <AdminDialog
      title={t("back.done", { count: takenBack, points: formatPoints(takenBack) })}
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      {spent.length > 0 && (
        <>
          <p>{t("back.spent", { count: spent.length })}</p>
          <ul className={css.rows}>
            {spent.map(({ line, points }) => (
              <li key={line}>{t("back.row", { line, points: formatPoints(points) })}</li>
            ))}
          </ul>
        </>
      )}
      {reversed.length > 0 && (
        <>
          <p>{t("back.reversed", { count: reversed.length })}</p>
          <ul className={css.rows}>
            {reversed.map(({ line, points }) => (
              <li key={line}>{t("back.reversedRow", { line, points: formatPoints(points) })}</li>
            ))}
          </ul>
        </>
      )}
    </AdminDialog>
  );
}
