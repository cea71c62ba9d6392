import { type ReactNode, useState } from "react";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "./AdminDialog";
import { tellApprovalNeeded, useErrorText } from "./errorText";
import { type Asks, ReasonField } from "./ReasonField";

interface ReasonDialogProps {
  title: string;
  /** What its main button says, and while it is being done. */
  submit: string;
  busy: string;
  kind?: "leaf" | "refuse";
  /** Who reads the reason. */
  hint: string;
  /** What is asked for where it is not a reason. */
  asks?: Asks;
  onClose(): void;
  /** Fails with what the server says; the dialog stays and tells it. */
  act(reason: string): Promise<void>;
  children?: ReactNode;
}

/** Something that is done for a reason. */
export function ReasonDialog({
  title,
  submit,
  busy,
  kind = "refuse",
  hint,
  asks,
  onClose,
  act,
  children,
}: ReasonDialogProps) {
  const [error, setError] = useState<unknown>();
  const say = useErrorText();
  const form = useForm<{ reason: string }, "required">({
    initial: { reason: "" },
    check: ({ reason }) => (reason.trim() ? {} : { reason: "required" }),
    submit: async ({ reason }) => {
      setError(undefined);
      try {
        await act(reason.trim());
      } catch (failure) {
        if (tellApprovalNeeded(failure)) onClose();
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
      <ReasonField
        {...form.field("reason")}
        hint={hint}
        asks={asks}
        missing={form.error("reason") !== undefined}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
