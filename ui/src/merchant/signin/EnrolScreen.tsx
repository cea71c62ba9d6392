import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem, NetworkError } from "../../api/problem";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { enrol } from "../kit/till";
import { EntryPage } from "./EntryPage";
import css from "./EntryPage.module.css";

/** Enrols this device as a till with a one-time code. */
export function EnrolScreen({ code, onDone }: { code: string; onDone(): void }) {
  const { t } = useTranslation("counter");
  const [failed, setFailed] = useState<string>();
  const form = useForm<{ code: string }, "required">({
    initial: { code: grouped(code) },
    check: (values) => (values.code.trim() === "" ? { code: "required" } : {}),
    submit: async (values) => {
      setFailed(undefined);
      try {
        await enrol(values.code);
        onDone();
      } catch (error) {
        setFailed(said(error, t("line.down"), t("enrol.failed")));
      }
    },
  });
  const error = form.error("code") && t("enrol.required");
  return (
    <EntryPage title={t("enrol.title")} intro={t(code ? "enrol.ready" : "enrol.intro")}>
      <form className={css.form} onSubmit={form.onSubmit} noValidate>
        <Field
          {...form.field("code")}
          label={t("enrol.code")}
          hint={t("enrol.hint")}
          autoComplete="off"
          verbatim
          maxLength={40}
          required
          error={error ?? failed}
        />
        <Button type="submit" block busy={form.busy && t("enrol.busy")}>
          {t("enrol.submit")}
        </Button>
      </form>
    </EntryPage>
  );
}

/** K7Q2-M9XA-1BCD, as shown where the code was created. */
function grouped(code: string): string {
  return code.length === 12 ? (code.match(/.{4}/g) ?? [code]).join("-") : code;
}

/** The message for a failed call: the server's own text if there is one. */
export function said(error: unknown, offline: string, otherwise: string): string {
  if (error instanceof NetworkError) return offline;
  return (error instanceof ApiProblem && error.message) || otherwise;
}
