import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { useServerMessage } from "../../i18n/serverMessage";
import { takeFocus } from "../../kit/dialog/focusAfterRemoval";
import { Field } from "../../kit/form/Field";
import { useSecondsUntil } from "../../kit/form/OneTimeCode";
import { useForm } from "../../kit/form/useForm";
import { isEmail } from "../../kit/form/validation";
import { FailedNote, Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import css from "./ForgotScreen.module.css";
import { askForLink, type ForgotFailure } from "./forgot";

type Address = { email: string };
/** During this time the server accepts another request but sends no e-mail. */
const WAIT_MS = 60_000;

export function useByEmail() {
  const before = useSavedDraft<Address>("forgot:email");
  const [sent, setSent] = useState<{ to: string; readyAt: number }>();
  const [failure, setFailure] = useState<ForgotFailure>();
  const form = useForm<Address, "invalidEmail">({
    initial: { email: "", ...before },
    check: ({ email }) => (isEmail(email) ? {} : { email: "invalidEmail" }),
    submit: async ({ email }) => {
      setFailure(undefined);
      setSent(undefined);
      const failed = await askForLink(email.trim());
      setFailure(failed);
      if (!failed) setSent({ to: email.trim(), readyAt: Date.now() + WAIT_MS });
    },
  });
  useMemberDraft("forgot:email", form.values);
  const here = sent?.to === form.values.email.trim() ? sent : undefined;
  const wait = useSecondsUntil(here?.readyAt ?? 0);
  /** `sent`: a link went to the typed address. `wait`: seconds until the next one may be sent. */
  return { form, sent: here !== undefined, wait, failure };
}

/** Requests a reset link. The server sends it only if the address belongs to a member. */
export function ByEmail({ id, form, sent, failure }: ReturnType<typeof useByEmail> & { id: string }) {
  const { t } = useTranslation("forgot");
  const { t: account } = useTranslation("account");
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // The pressed button is disabled now. The focus of the field would open the keyboard over the status.
    if (sent) takeFocus(box.current?.querySelector("[role=status]"));
  }, [sent]);
  const wrong = form.error("email") ?? (failure?.at === "email" && failure.key);
  return (
    <form id={id} ref={box} className={css.form} onSubmit={form.onSubmit} noValidate>
      <Field
        {...form.field("email")}
        label={account("email")}
        type="email"
        autoComplete="email"
        hint={t("emailHint")}
        error={wrong ? account("errors.invalidEmail") : undefined}
      />
      <div role="status">
        {sent && (
          <Note tone="leaf">
            <p>{t("linkSent")}</p>
            <p className={text.t5}>{t("linkTime")}</p>
          </Note>
        )}
      </div>
      <FormFailure failure={failure} />
    </form>
  );
}

/** A failure of the whole form, not of one field. */
export function FormFailure({ failure }: { failure: ForgotFailure | undefined }) {
  const { t } = useTranslation("forgot");
  const say = useServerMessage();
  if (failure?.at !== "form") return null;
  return (
    <FailedNote>
      {"said" in failure ? (say(failure) ?? t("errors.failed")) : t(`errors.${failure.key}`)}
    </FailedNote>
  );
}
