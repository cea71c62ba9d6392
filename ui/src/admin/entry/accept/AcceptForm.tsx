import { useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { Button } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { NewPasswordFields } from "../../../kit/form/NewPasswordFields";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { useLongPasswords } from "../../kit/useLongPasswords";
import { EntryPage } from "../setup/EntryPage";
import css from "../setup/EntryPage.module.css";
import { type Acceptance, accept, type Choice, type ChoiceError, checkChoice } from "./accept";

interface AcceptFormProps {
  token: string;
  link: components["schemas"]["LinkAnswer"];
  onDone(): void;
  onDead(): void;
}

export function AcceptForm({ token, link, onDone, onDead }: AcceptFormProps) {
  const { t } = useTranslation("adminAccept");
  const { t: account } = useTranslation("account");
  const long = useLongPasswords();
  const named = link.purpose === "invitation";
  const [outcome, setOutcome] = useState<Acceptance>();
  const form = useForm<Choice, ChoiceError>({
    initial: { name: link.name, password: "", confirm: "" },
    check: (choice) => checkChoice(choice, named, long),
    submit: async (choice) => {
      setOutcome(undefined);
      const came = await accept(token, choice, named);
      if ("done" in came) return onDone();
      if (came.failed === "dead") return onDead();
      setOutcome(came);
    },
  });
  const told = outcome && "said" in outcome ? outcome : undefined;
  const error = (field: "name" | "password") => {
    const own = form.error(field);
    if (own === "weakPassword") return account(long ? "errors.shortPassword" : "errors.weakPassword");
    if (own === "nameRequired") return t("errors.nameRequired");
    return told?.field === field && told.value === form.values[field] ? told.said : undefined;
  };
  return (
    <EntryPage title={t(`title.${link.purpose}`)} intro={t(`intro.${link.purpose}`)}>
      <form className={css.form} onSubmit={form.onSubmit} noValidate>
        <Field
          name="email"
          label={t("email")}
          type="email"
          autoComplete="username"
          value={link.email}
          onChange={() => undefined}
          locked
        />
        {named && (
          <Field
            {...form.field("name")}
            label={t("name")}
            autoComplete="name"
            maxLength={100}
            required
            hint={t("nameHint")}
            error={error("name")}
          />
        )}
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("password"), confirm: t("confirm") }}
          required
          rules="shown"
          long={long}
          error={error("password")}
        />
        {told && !told.field && <Note tone="plum">{told.said}</Note>}
        {outcome &&
          "failed" in outcome &&
          (outcome.failed === "offline" || outcome.failed === "unexpected") && (
            <Note tone="plum">{t(`errors.${outcome.failed}`)}</Note>
          )}
        <Button type="submit" block busy={form.busy && t("submitting")}>
          {t("submit")}
        </Button>
      </form>
    </EntryPage>
  );
}
