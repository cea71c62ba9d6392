import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLongPasswords } from "../../api/longPasswords";
import { Button } from "../../kit/buttons/Button";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { Field } from "../../kit/form/Field";
import { NewPasswordFields } from "../../kit/form/NewPasswordFields";
import { useForm } from "../../kit/form/useForm";
import { checkNewPassword } from "../../kit/form/validation";
import { FailedNote } from "../../kit/screen/Paper";
import layout from "../../kit/styles/layout.module.css";
import text from "../../kit/styles/text.module.css";
import { useBackToProfile } from "../../shared/useBackToProfile";
import css from "./EditScreen.module.css";
import { type EditFailure, savePassword } from "./edit";
import { useFailureWords } from "./words";

type Change = { current: string; password: string; confirm: string };
type ChangeError = "currentRequired" | "weakPassword" | "passwordMismatch";

function focusInside(element: HTMLElement | null) {
  element?.querySelector("input")?.focus();
}

/** Sets a new password, typed twice. Asks for the current one only when the server requires it. */
export function PasswordSection({ username }: { username: string }) {
  const { t } = useTranslation("edit");
  const { t: account } = useTranslation("account");
  const done = useBackToProfile();
  const words = useFailureWords();
  const long = useLongPasswords();
  const [asksCurrent, setAsksCurrent] = useState(false);
  const [refused, setRefused] = useState<{ sent: Change; failure: EditFailure }>();
  const form = useForm<Change, ChangeError>({
    initial: { current: "", password: "", confirm: "" },
    check: (values) => ({
      ...(asksCurrent && values.current === "" ? { current: "currentRequired" as const } : {}),
      ...checkNewPassword(values, long),
    }),
    submit: async (sent) => {
      const { current, password } = sent;
      setRefused(undefined);
      const failed = await savePassword(password, asksCurrent ? current : undefined);
      if (failed && "key" in failed && failed.key === "currentNeeded") return setAsksCurrent(true);
      if (failed) return setRefused({ sent, failure: failed });
      showToast(t("passwordSaved"));
      done();
    },
  });
  const { password, confirm, current: typed } = form.values;
  const key = refused && "key" in refused.failure ? refused.failure.key : undefined;
  // The error stays at the refused password until the member changes it.
  const wrong = key === "currentWrong" && refused?.sent.current === typed ? key : undefined;
  const current = form.error("current") ? "currentRequired" : wrong;
  const said = key === "currentWrong" ? undefined : words(refused?.failure);
  return (
    <section className={classes(layout.card, layout.pad, css.section)}>
      <h2 className={text.t3}>{t("password")}</h2>
      <form className={css.form} onSubmit={form.onSubmit} noValidate>
        {/* Tells password managers which account this is. */}
        <input className={text.sr} type="text" autoComplete="username" value={username} readOnly hidden />
        {asksCurrent && (
          <div ref={focusInside}>
            <Field
              {...form.field("current")}
              label={t("current")}
              type="password"
              autoComplete="current-password"
              hint={t("currentWhy")}
              error={current && t(`errors.${current}`)}
            />
          </div>
        )}
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("newPassword"), confirm: t("retype") }}
          placeholder={t(long ? "longPlaceholder" : "passwordPlaceholder")}
          rules="while typing"
          error={form.error("password") && account(long ? "errors.shortPassword" : "errors.weakPassword")}
          guessable={key === "guessable" ? refused?.sent.password : undefined}
          long={long}
        />
        {said && <FailedNote>{said}</FailedNote>}
        <Button
          type="submit"
          small
          block
          disabled={password === "" || password !== confirm}
          busy={form.busy && t("saving")}
        >
          {t("savePassword")}
        </Button>
      </form>
    </section>
  );
}
