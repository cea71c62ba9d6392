import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { useForm } from "../../components/useForm";
import { said } from "./EnrolScreen";
import { signInAsStaff } from "./till";
import css from "./Way.module.css";

/** The partner's staff, by password; at a locked till they come to unlock it. */
export function StaffForm({ onBack }: { onBack: (() => void) | undefined }) {
  const { t } = useTranslation("counter");
  const [failed, setFailed] = useState<string>();
  const form = useForm<{ email: string; password: string }, "required">({
    initial: { email: "", password: "" },
    check: ({ email, password }) => ({
      ...(email.trim() === "" ? { email: "required" } : {}),
      ...(password === "" ? { password: "required" } : {}),
    }),
    submit: async ({ email, password }) => {
      setFailed(undefined);
      try {
        await signInAsStaff(email.trim(), password);
      } catch (error) {
        setFailed(said(error, t("line.down"), t("signIn.failed")));
      }
    },
  });
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate>
      <Field
        {...form.field("email")}
        label={t("signIn.email")}
        type="email"
        autoComplete="username"
        required
        error={form.error("email") && t("signIn.emailRequired")}
      />
      <Field
        {...form.field("password")}
        label={t("signIn.password")}
        type="password"
        autoComplete="current-password"
        required
        error={form.error("password") && t("signIn.passwordRequired")}
      />
      {failed && <Note tone="plum">{failed}</Note>}
      <Button type="submit" block busy={form.busy && t("signIn.busy")}>
        {t("signIn.submit")}
      </Button>
      {onBack && (
        <div className={css.other}>
          <Button kind="text" onClick={onBack}>
            {t("signIn.back")}
          </Button>
        </div>
      )}
    </form>
  );
}
