import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../api/call";
import { ApiProblem, NetworkError } from "../api/problem";
import { Button } from "../kit/buttons/Button";
import { Field } from "../kit/form/Field";
import { useForm } from "../kit/form/useForm";
import { isEmail } from "../kit/form/validation";
import { Note } from "../kit/screen/Paper";
import css from "./StaffForgot.module.css";
import { waitMinutes } from "./waitMinutes";

/** Requests a password reset link for staff. The message afterwards is the same for any address. */
export function StaffForgot({ onBack }: { onBack?: () => void }) {
  const { t } = useTranslation("staffForgot");
  const [sentTo, setSentTo] = useState<string>();
  const [error, setError] = useState<unknown>();
  const form = useForm<{ email: string }, "emailRequired">({
    initial: { email: "" },
    check: ({ email }) => (isEmail(email.trim()) ? {} : { email: "emailRequired" }),
    submit: async ({ email }) => {
      setError(undefined);
      try {
        await call("post", "/api/staff/forgot-password", { body: { email: email.trim() } });
        setSentTo(email.trim());
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const said = () => {
    const minutes = waitMinutes(error);
    if (minutes !== undefined) return t("wait", { count: minutes });
    if (error instanceof NetworkError) return t("offline");
    return (error instanceof ApiProblem && error.message) || t("unexpected");
  };
  const back = onBack && (
    <Button kind="text" block onClick={onBack}>
      {t("back")}
    </Button>
  );
  if (sentTo !== undefined) {
    return (
      <div className={css.form} role="status">
        <Note>{t("sent", { email: sentTo })}</Note>
        <p className={css.soft}>{t("sentHint")}</p>
        {back}
      </div>
    );
  }
  return (
    <form className={css.form} noValidate onSubmit={form.onSubmit}>
      <p className={css.soft}>{t("intro")}</p>
      {error !== undefined && <Note tone="plum">{said()}</Note>}
      <Field
        {...form.field("email")}
        label={t("email")}
        type="email"
        autoComplete="username"
        required
        error={form.error("email") && t("emailRequired")}
      />
      <Button type="submit" block busy={form.busy && t("submitting")}>
        {t("submit")}
      </Button>
      {back}
    </form>
  );
}
