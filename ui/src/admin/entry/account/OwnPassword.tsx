import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Field } from "../../../kit/form/Field";
import { NewPasswordFields } from "../../../kit/form/NewPasswordFields";
import { useForm } from "../../../kit/form/useForm";
import { checkNewPassword } from "../../../kit/form/validation";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { useLongPasswords } from "../../kit/useLongPasswords";
import own from "./Account.module.css";
import { accountChanged, changePassword } from "./account";

type Values = { current: string; password: string; confirm: string };

/** Changes the user's own password; this ends all other sessions. */
export function OwnPassword() {
  const { t } = useTranslation("adminAccount");
  const { t: account } = useTranslation("account");
  const say = useErrorText();
  const long = useLongPasswords();
  const [error, setError] = useState<unknown>();
  const form = useForm<Values, "weakPassword" | "passwordMismatch" | "required">({
    initial: { current: "", password: "", confirm: "" },
    check: (values) => ({
      ...(values.current ? {} : { current: "required" }),
      ...checkNewPassword(values, long),
    }),
    submit: async ({ current, password }) => {
      setError(undefined);
      try {
        await changePassword(current, password);
        for (const name of ["current", "password", "confirm"] as const) form.set(name, "");
        showToast(t("password.done"));
        accountChanged();
      } catch (failure) {
        setError(failure);
      }
    },
  });
  const weak = form.error("password");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("password.title")}</h2>
      </div>
      <form className={`${css.stack} ${own.form}`} noValidate onSubmit={form.onSubmit}>
        <Field
          {...form.field("current")}
          label={t("current")}
          type="password"
          autoComplete="current-password"
          required
          error={form.error("current") && t("currentRequired")}
        />
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("password.new"), confirm: t("password.confirm") }}
          required
          rules="while typing"
          long={long}
          error={
            fieldErrors(error).newPassword ??
            (weak === "weakPassword"
              ? account(long ? "errors.shortPassword" : "errors.weakPassword")
              : undefined)
          }
        />
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
        <Button type="submit" small busy={form.busy && t("checking")}>
          {t("password.submit")}
        </Button>
      </form>
    </section>
  );
}
