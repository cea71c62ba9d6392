import { useId, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Dialog } from "../../components/Dialog";
import { Field } from "../../components/Field";
import { useForm } from "../../components/useForm";

interface PasswordDialogProps {
  busy: boolean;
  /** The server did not take the last one. */
  wrong: boolean;
  onConfirm(password: string): Promise<void>;
  onClose(): void;
}

/** Who changes how an account is entered shows once more who they are. */
export function PasswordDialog({ busy, wrong, onConfirm, onClose }: PasswordDialogProps) {
  const { t } = useTranslation("settings");
  const id = useId();
  const [sent, setSent] = useState<string>();
  // What is on its way is not called back by looking away.
  const close = () => {
    if (!busy) onClose();
  };
  const form = useForm<{ password: string }, "required">({
    initial: { password: "" },
    check: ({ password }) => (password === "" ? { password: "required" } : {}),
    submit: ({ password }) => {
      setSent(password);
      return onConfirm(password);
    },
  });
  const { password } = form.values;
  // Told beside what was refused, until it is another.
  const refused = wrong && !busy && sent === password;
  return (
    <Dialog
      title={t("confirm.title")}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={close}>
            {t("confirm.cancel")}
          </Button>
          <Button type="submit" form={id} busy={busy && t("biometricBusy")}>
            {t("confirm.go")}
          </Button>
        </>
      }
    >
      <form id={id} onSubmit={form.onSubmit} noValidate>
        <Field
          {...form.field("password")}
          label={t("confirm.password")}
          type="password"
          autoComplete="current-password"
          hint={t("confirm.why")}
          error={form.error("password") ? t("confirm.required") : refused ? t("confirm.wrong") : undefined}
        />
      </form>
    </Dialog>
  );
}
