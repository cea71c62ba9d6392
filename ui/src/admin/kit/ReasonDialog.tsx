import { type ReactNode, useState } from "react";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { FormDialog } from "./AdminDialog";
import { tellApprovalNeeded, useErrorText } from "./errorText";
import { type Asks, ReasonField } from "./ReasonField";

interface ReasonDialogProps {
  title: string;
  /** Label of the main button; `busy` is the label while it runs. */
  submit: string;
  busy: string;
  kind?: "leaf" | "refuse";
  /** Says who reads the reason. */
  hint: string;
  /** Other labels if the text is not a reason. */
  asks?: Asks;
  onClose(): void;
  /** Fails with the server's error, which the open dialog shows. */
  act(reason: string): Promise<void>;
  children?: ReactNode;
}

/** An action that needs a reason. */
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
