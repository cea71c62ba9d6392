import { useId, useState } from "react";
import { Button } from "../buttons/Button";
import { Dialog } from "../dialog/Dialog";
import { Field } from "./Field";
import { useForm } from "./useForm";

interface PasswordProofProps {
  words: Record<"title" | "password" | "why" | "required" | "wrong" | "cancel" | "go" | "busy", string>;
  busy: boolean;
  /** The server refused the last password. */
  wrong: boolean;
  onConfirm(password: string): Promise<void> | void;
  onClose(): void;
}

/** Asks for the password again before a sensitive action. */
export function PasswordProof({ words, busy, wrong, onConfirm, onClose }: PasswordProofProps) {
  const id = useId();
  const [sent, setSent] = useState<string>();
  // A running request cannot be cancelled by closing the dialog.
  const close = () => {
    if (!busy) onClose();
  };
  const form = useForm<{ password: string }, "required">({
    initial: { password: "" },
    check: ({ password }) => (password === "" ? { password: "required" } : {}),
    submit: async ({ password }) => {
      if (busy) return;
      setSent(password);
      await onConfirm(password);
    },
  });
  // The error is shown until the password changes.
  const refused = wrong && !busy && sent === form.values.password;
  return (
    <Dialog
      title={words.title}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={close}>
            {words.cancel}
          </Button>
          <Button type="submit" form={id} busy={busy && words.busy}>
            {words.go}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={form.onSubmit} noValidate>
        <Field
          {...form.field("password")}
          label={words.password}
          type="password"
          autoComplete="current-password"
          hint={words.why}
          error={form.error("password") ? words.required : refused ? words.wrong : undefined}
        />
      </form>
    </Dialog>
  );
}
