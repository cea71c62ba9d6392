import { useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../api/problem";
import { formatDate, formatDateTime, formatTime } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { Field } from "../../kit/form/Field";
import { useForm } from "../../kit/form/useForm";
import { Note } from "../../kit/screen/Paper";
import { said } from "../kit/said";
import { isRefused, type Till } from "../kit/till";
import { useCameraChoice } from "../kit/useCameraChoice";
import { enrol, nameSent } from "./enrolment";
import { InsecureNote, isSecure } from "./InsecureNote";
import { type Reader, ReaderChoice } from "./ReaderChoice";
import css from "./SetUp.module.css";
import { SetUpSteps } from "./SetUpSteps";
import { LONGEST_NAME, nameFault, type TillLink } from "./tillLink";

interface NameStepProps {
  code: string;
  link: TillLink;
  /** The till that this device is until then; null if it is none. */
  before: Till | null;
  onDone(): void;
  /** Called when the link has stopped working meanwhile. */
  onEnded(): void;
}

/** The second step: the till gets its name and its way to read codes, and the device becomes the till. */
export function NameStep({ code, link, before, onDone, onEnded }: NameStepProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const [filming, film] = useCameraChoice();
  const [reader, setReader] = useState<Reader>(filming && isSecure() ? "camera" : "scanner");
  // The name that the server refused, with its reason: the reason goes when the name is changed.
  const [refused, setRefused] = useState<{ name: string; words: string }>();
  const [failed, setFailed] = useState<string>();
  // The name of a call without an answer, which the server may have carried out: the same call again is safe.
  const [sent, setSent] = useState(() => nameSent(code));
  const form = useForm<{ name: string }, "required" | "tooLong">({
    initial: { name: sent ?? link.name },
    check: ({ name }) => {
      const fault = nameFault(name);
      return fault ? { name: fault } : {};
    },
    submit: async ({ name }) => {
      setFailed(undefined);
      setRefused(undefined);
      try {
        await enrol(code, name.trim());
        film(reader === "camera");
        onDone();
      } catch (error) {
        setSent(nameSent(code));
        const words = said(error, t("line.down"), t("enrol.failed"));
        const isOfName = error instanceof ApiProblem && (error.status === 400 || error.status === 409);
        if (isOfName) setRefused({ name, words });
        else setFailed(words);
        if (isRefused(error, "enrolment_closed")) onEnded();
      }
    },
  });
  const fault = form.error("name");
  const { length } = [...form.values.name.trim()];
  return (
    <form className={css.form} onSubmit={form.onSubmit} noValidate>
      <h1>{t("enrol.title")}</h1>
      <SetUpSteps
        now={1}
        steps={[
          { title: t("enrol.link.title"), text: madeLine(link) },
          {
            title: t("enrol.name.title"),
            text: t("enrol.name.text"),
            inside: (
              <div className={css.inside}>
                <Field
                  {...form.field("name")}
                  label={t("enrol.name.label")}
                  aside={t("enrol.name.aside")}
                  autoComplete="off"
                  disabled={form.busy || sent !== undefined}
                  error={
                    fault
                      ? t(`enrol.name.${fault}`, { count: length, most: LONGEST_NAME })
                      : refused?.name === form.values.name
                        ? refused.words
                        : undefined
                  }
                />
                <ReaderChoice chosen={reader} disabled={form.busy} onChoose={setReader} />
              </div>
            ),
          },
          { title: t("enrol.signIn.title"), text: t("enrol.signIn.text") },
        ]}
      />
      {before && (
        <Note tone="pollen">
          {t("enrol.before", { name: before.name, partner: localized(before.partner.name, language) })}
        </Note>
      )}
      <InsecureNote />
      <Note>{t(sent === undefined ? "enrol.key" : "enrol.sent")}</Note>
      <div className={css.foot}>
        {failed && <Note tone="plum">{failed}</Note>}
        <Button type="submit" block busy={form.busy && t("enrol.busy")}>
          {t(failed || sent !== undefined ? "enrol.again" : "enrol.submit")}
        </Button>
      </div>
    </form>
  );

  function madeLine({ outlet, madeBy: name, made, serverTime }: TillLink) {
    const place = localized(outlet, language);
    if (!name || !made) return place;
    const isToday = formatDate(made, language) === formatDate(serverTime, language);
    return isToday
      ? t("enrol.link.madeToday", { outlet: place, name, time: formatTime(made) })
      : t("enrol.link.made", { outlet: place, name, time: formatDateTime(made, language) });
  }
}
