import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Note } from "../../components/Paper";
import { useForm } from "../../components/useForm";
import { FormDialog } from "../components/DeskDialog";
import { TextArea } from "../components/Inputs";
import { tellWaiting, useTrouble } from "../components/trouble";

interface ReasonDialogProps {
  title: string;
  /** What its main button says, and while it is being done. */
  submit: string;
  busy: string;
  kind?: "leaf" | "refuse";
  /** Who reads the reason. */
  hint: string;
  onClose(): void;
  /** Fails with what the server says; the dialog stays and tells it. */
  act(reason: string): Promise<void>;
  children: ReactNode;
}

/** Something that is done to a member, and why. */
export function ReasonDialog({
  title,
  submit,
  busy,
  kind = "refuse",
  hint,
  onClose,
  act,
  children,
}: ReasonDialogProps) {
  const { t } = useTranslation("deskMembers");
  const [error, setError] = useState<unknown>();
  const say = useTrouble();
  const form = useForm<{ reason: string }, "required">({
    initial: { reason: "" },
    check: ({ reason }) => (reason.trim() ? {} : { reason: "required" }),
    submit: async ({ reason }) => {
      setError(undefined);
      try {
        await act(reason.trim());
      } catch (failure) {
        if (tellWaiting(failure)) onClose();
        else setError(failure);
      }
    },
  });
  return (
    <FormDialog
      title={title}
      submit={submit}
      kind={kind}
      busy={form.busy && busy}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      {children}
      <TextArea
        {...form.field("reason")}
        label={t("reason")}
        hint={hint}
        required
        rows={3}
        maxLength={500}
        error={form.error("reason") && t("reasonRequired")}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
