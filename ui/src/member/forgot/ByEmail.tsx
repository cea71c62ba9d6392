import { useLayoutEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { useServerMessage } from "../../i18n/serverMessage";
import { takeFocus } from "../../kit/dialog/focusAfterRemoval";
import { Field } from "../../kit/form/Field";
import { useSecondsUntil } from "../../kit/form/OneTimeCode";
import { useForm } from "../../kit/form/useForm";
import { isEmail } from "../../kit/form/validation";
import { Note } from "../../kit/screen/Paper";
import text from "../../kit/styles/text.module.css";
import css from "./ForgotScreen.module.css";
import { askForLink, type ForgotFailure } from "./forgot";

type Address = { email: string };
/** For so long the server takes another wish and sends nothing. */
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
  /** Whether a link went to what stands there, and how many seconds the next one has to wait. */
  return { form, sent: here !== undefined, wait, failure };
}

/** A link, sent to the address if it belongs to anyone. */
export function ByEmail({ id, form, sent, failure }: ReturnType<typeof useByEmail> & { id: string }) {
  const { t } = useTranslation("forgot");
  const { t: account } = useTranslation("account");
  const box = useRef<HTMLFormElement>(null);
  useLayoutEffect(() => {
    // The button that was pressed rests now. Not to the field, which would bring the keyboard back over what is said.
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

/** What failed as a whole, rather than at one field. */
export function FormFailure({ failure }: { failure: ForgotFailure | undefined }) {
  const { t } = useTranslation("forgot");
  const say = useServerMessage();
  if (failure?.at !== "form") return null;
  return (
    <Note tone="plum">
      {"said" in failure ? (say(failure) ?? t("errors.failed")) : t(`errors.${failure.key}`)}
    </Note>
  );
}
