import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { useForm } from "../../components/useForm";
import { formatChange } from "../../i18n/format";
import { FormDialog } from "../components/DeskDialog";
import { TextArea } from "../components/Inputs";
import { tellWaiting, useTrouble } from "../components/trouble";
import { memberChanged, reverse } from "./members";

interface ReverseDialogProps {
  id: string;
  /** What it moved, where one number says it. */
  points?: number;
  onClose(): void;
}

/** Undoes a transaction by its opposite; nothing is edited. */
export function ReverseDialog({ id, points, onClose }: ReverseDialogProps) {
  const { t } = useTranslation("deskMembers");
  const [error, setError] = useState<unknown>();
  const say = useTrouble();
  const form = useForm<{ reason: string }, "required">({
    initial: { reason: "" },
    check: ({ reason }) => (reason.trim() ? {} : { reason: "required" }),
    submit: async ({ reason }) => {
      setError(undefined);
      try {
        await reverse(id, reason.trim());
        showToast(t("reverse.done"));
        memberChanged();
        onClose();
      } catch (failure) {
        if (tellWaiting(failure)) onClose();
        else setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={points === undefined ? t("reverse.plain") : t("reverse.title", { change: formatChange(points) })}
      submit={t("reverse.submit")}
      kind="refuse"
      busy={form.busy && t("reverse.busy")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{t("reverse.text")}</p>
      <TextArea
        {...form.field("reason")}
        label={t("reason")}
        hint={t("reasonHint")}
        required
        rows={3}
        maxLength={500}
        error={form.error("reason") && t("reasonRequired")}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
