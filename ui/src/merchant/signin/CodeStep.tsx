import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../api/problem";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { ScanIcon } from "../../kit/icons/icons-home";
import { Note } from "../../kit/screen/Paper";
import { said } from "../kit/said";
import { InsecureNote } from "./InsecureNote";
import css from "./SetUp.module.css";
import { SetUpSteps } from "./SetUpSteps";
import { codeIn, grouped } from "./tillLink";

interface CodeStepProps {
  code: string;
  busy: boolean;
  /** The reason why the link of the code was not shown. */
  error: Error | null;
  /** Called with the code; also with the same one, to try again. */
  onCode(code: string): void;
  onScan(): void;
}

/** The first step on a device that was not opened by a link, or whose link could not be shown: the one-time code. */
export function CodeStep({ code, busy, error, onCode, onScan }: CodeStepProps) {
  const { t } = useTranslation("counter");
  const form = useForm<{ code: string }, "required">({
    initial: { code: grouped(code) },
    check: (values) => (values.code.trim() === "" ? { code: "required" } : {}),
    submit: async (values) => onCode(codeIn(values.code)),
  });
  // A refusal is about the code, and anything else about the line or the server.
  const isRefused = error instanceof ApiProblem && error.status < 500;
  const isSame = codeIn(form.values.code) === codeIn(grouped(code));
  const words = error && isSame ? said(error, t("line.down"), t("enrol.failed")) : undefined;
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate>
      <h1>{t("enrol.title")}</h1>
      <SetUpSteps
        now={0}
        steps={[
          {
            title: t("enrol.link.open"),
            text: t("enrol.intro"),
            inside: (
              <div className={css.inside}>
                <Field
                  {...form.field("code")}
                  label={t("enrol.code")}
                  hint={t("enrol.hint")}
                  autoComplete="off"
                  verbatim
                  required
                  error={(form.error("code") && t("enrol.required")) ?? (isRefused ? words : undefined)}
                />
                <Button kind="quiet" block icon={<ScanIcon size={22} />} disabled={busy} onClick={onScan}>
                  {t("enrol.scanCode")}
                </Button>
              </div>
            ),
          },
          { title: t("enrol.name.title"), text: t("enrol.name.text") },
          { title: t("enrol.signIn.title"), text: t("enrol.signIn.text") },
        ]}
      />
      <InsecureNote />
      <div className={css.foot}>
        {!isRefused && words && <Note tone="plum">{words}</Note>}
        <Button type="submit" block busy={busy && t("enrol.opening")}>
          {t(!isRefused && words ? "enrol.again" : "enrol.next")}
        </Button>
      </div>
    </form>
  );
}
