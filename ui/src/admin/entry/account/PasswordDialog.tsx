import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { FormDialog } from "../../kit/AdminDialog";
import { useErrorText } from "../../kit/errorText";

interface PasswordDialogProps {
  title: string;
  text: string;
  submit: string;
  refuse?: boolean;
  onPassword(password: string): Promise<unknown>;
  onClose(): void;
}

/** Asks for the password again before a change of the sign-in methods. */
export function PasswordDialog({ title, text, submit, refuse, onPassword, onClose }: PasswordDialogProps) {
  const { t } = useTranslation("adminAccount");
  const say = useErrorText();
  const [error, setError] = useState<unknown>();
  const form = useForm<{ password: string }, "required">({
    initial: { password: "" },
    check: ({ password }) => (password ? {} : { password: "required" }),
    submit: async ({ password }) => {
      setError(undefined);
      await onPassword(password).catch(setError);
    },
  });
  return (
    <FormDialog
      title={title}
      submit={submit}
      kind={refuse ? "refuse" : "leaf"}
      busy={form.busy && t("checking")}
      onClose={onClose}
      onSubmit={form.onSubmit}
    >
      <p>{text}</p>
      <Field
        {...form.field("password")}
        label={t("current")}
        type="password"
        autoComplete="current-password"
        required
        error={form.error("password") && t("currentRequired")}
      />
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </FormDialog>
  );
}
