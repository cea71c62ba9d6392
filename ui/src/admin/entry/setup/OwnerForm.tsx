import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import { NewPasswordFields } from "../../../kit/form/NewPasswordFields";
import { useForm } from "../../../kit/form/useForm";
import { Note } from "../../../kit/screen/Paper";
import { useLongPasswords } from "../../kit/useLongPasswords";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";
import {
  checkOwner,
  makeOwner,
  type Owner,
  type OwnerError,
  type OwnerField,
  type SetupOutcome,
} from "./setup";

interface OwnerFormProps {
  token: string;
  onMade(owner: Extract<SetupOutcome, { made: unknown }>["made"]): void;
  /** Called when the link no longer works. */
  onClosed(): Promise<void>;
}

export function OwnerForm({ token, onMade, onClosed }: OwnerFormProps) {
  const { t } = useTranslation("setup");
  const { t: account } = useTranslation("account");
  const long = useLongPasswords();
  const [outcome, setOutcome] = useState<SetupOutcome>();
  const place = useRef<HTMLFormElement>(null);
  const form = useForm<Owner, OwnerError>({
    initial: { name: "", email: "", password: "", confirm: "" },
    check: (owner) => checkOwner(owner, long),
    submit: async (owner) => {
      setOutcome(undefined);
      const came = await makeOwner(token, owner);
      if ("made" in came) return onMade(came.made);
      if (came.failed === "closed") return onClosed();
      setOutcome(came);
      if (came.failed !== "refused") return;
      const input = place.current?.elements.namedItem(came.objections[0]?.field ?? "");
      if (input instanceof HTMLElement) input.focus();
    },
  });
  const error = (field: OwnerField): string | undefined => {
    const own = form.error(field);
    if (own === "weakPassword") return account(long ? "errors.shortPassword" : "errors.weakPassword");
    if (own === "invalidEmail") return account("errors.invalidEmail");
    if (own && own !== "passwordMismatch") return t(`errors.${own}`);
    const objections = outcome && "objections" in outcome ? outcome.objections : [];
    return objections.find((it) => it.field === field && it.value === form.values[field])?.said;
  };
  return (
    <EntryPage title={t("title")} intro={t("intro")}>
      <form ref={place} className={css.form} onSubmit={form.onSubmit} noValidate>
        <Field
          {...form.field("name")}
          label={t("name")}
          autoComplete="name"
          maxLength={100}
          required
          hint={t("nameHint")}
          error={error("name")}
        />
        <Field
          {...form.field("email")}
          label={t("email")}
          type="email"
          autoComplete="username"
          required
          hint={t("emailHint")}
          error={error("email")}
        />
        <NewPasswordFields
          password={form.field("password")}
          confirm={form.field("confirm")}
          labels={{ password: t("password"), confirm: t("confirm") }}
          required
          rules="shown"
          long={long}
          error={error("password")}
        />
        <Failure outcome={outcome} />
        <Button type="submit" block busy={form.busy && t("submitting")}>
          {t("submit")}
        </Button>
      </form>
    </EntryPage>
  );
}

function Failure({ outcome }: { outcome: SetupOutcome | undefined }) {
  const { t } = useTranslation("setup");
  if (!outcome || "made" in outcome) return null;
  if ("said" in outcome) return <Note tone="plum">{outcome.said}</Note>;
  if (outcome.failed === "offline" || outcome.failed === "unexpected")
    return <Note tone="plum">{t(`errors.${outcome.failed}`)}</Note>;
  return null;
}
