import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useKept, useTypedBefore } from "../../api/useKept";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { isEmail } from "../../components/rules";
import { useForm } from "../../components/useForm";
import text from "../../styles/text.module.css";
import css from "./ForgotScreen.module.css";
import { askForLink, type ForgotFailure } from "./forgot";

type Address = { email: string };

export function useByEmail() {
  const before = useTypedBefore<Address>("forgot:email");
  const [sentTo, setSentTo] = useState<string>();
  const [failure, setFailure] = useState<ForgotFailure>();
  const form = useForm<Address, "invalidEmail">({
    initial: { email: "", ...before },
    check: ({ email }) => (isEmail(email) ? {} : { email: "invalidEmail" }),
    submit: async ({ email }) => {
      setFailure(undefined);
      setSentTo(undefined);
      const failed = await askForLink(email.trim());
      setFailure(failed);
      if (!failed) setSentTo(email.trim());
    },
  });
  useKept("forgot:email", form.values);
  return { form, sentTo, failure };
}

/** A link, sent to the address if it belongs to anyone. */
export function ByEmail({ id, form, sentTo, failure }: ReturnType<typeof useByEmail> & { id: string }) {
  const { t } = useTranslation("forgot");
  const { t: account } = useTranslation("account");
  const wrong = form.error("email") ?? (failure?.at === "email" && failure.key);
  return (
    <form id={id} className={css.form} onSubmit={form.onSubmit} noValidate>
      <Field
        {...form.field("email")}
        label={account("email")}
        type="email"
        autoComplete="email"
        hint={t("emailHint")}
        error={wrong ? account("errors.invalidEmail") : undefined}
      />
      <div role="status">
        {sentTo !== undefined && sentTo === form.values.email.trim() && (
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
  if (failure?.at !== "form") return null;
  return <Note tone="plum">{"said" in failure ? failure.said : t(`errors.${failure.key}`)}</Note>;
}
