import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "../../../i18n/language";
import { Check, Radio } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { FormDialog } from "../AdminDialog";
import { useErrorText } from "../errorText";
import { Moment } from "../Inputs";
import type { BulkChange } from "./kinds";

interface PublishDialogProps {
  title: string;
  /** Languages with missing texts. */
  missing: readonly Language[];
  /** Other labels of the main button, if the action is not publishing. */
  words?: { now: string; later: string };
  /** The time that was set before. */
  publishAt?: string | undefined;
  /** A number that has to be typed before the action is done at once. */
  typed?: { expected: number; label: string; hint: string; wrong: string };
  onClose(): void;
  /** Fails with the server's error. */
  onPublish(how: Pick<BulkChange, "publishAt" | "useEnglish">): Promise<void>;
}

/** Publishes now or at a set time, and asks whether English replaces missing languages. */
export function PublishDialog(props: PublishDialogProps) {
  const { title, words, missing, publishAt, typed, onClose, onPublish } = props;
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [later, setLater] = useState(publishAt !== undefined);
  const [moment, setMoment] = useState(publishAt ?? "");
  const [useEnglish, setUseEnglish] = useState(false);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const past = later && !(Date.parse(moment) > Date.now());
  const [number, setNumber] = useState("");
  const wrong =
    !later && typed !== undefined && Number(number.replaceAll(/[\s,]/g, "") || "-1") !== typed.expected;
  const untold = missing.length > 0 && !useEnglish;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (past || untold || wrong) return;
    setBusy(true);
    setError(undefined);
    try {
      await onPublish({ ...(later ? { publishAt: moment } : {}), ...(useEnglish ? { useEnglish } : {}) });
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <FormDialog
      title={title}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
      submit={later ? (words?.later ?? t("publish.schedule")) : (words?.now ?? t("publish.now"))}
      busy={busy && t("publish.busy")}
    >
      <div className={css.stack}>
        <div role="radiogroup" aria-label={t("publish.when")}>
          {([false, true] as const).map((choice) => (
            <Radio
              key={String(choice)}
              wide
              name="when"
              value={String(choice)}
              checked={later === choice}
              onChoose={() => setLater(choice)}
            >
              {t(choice ? "publish.later" : "publish.atOnce")}
            </Radio>
          ))}
        </div>
        {later && (
          <Moment
            name="publishAt"
            label={t("publish.moment")}
            hint={t("publish.momentHint")}
            error={tried && past ? t("publish.past") : undefined}
            value={moment}
            onChange={setMoment}
          />
        )}
        {!later && typed && (
          <Field
            name="typed"
            label={typed.label}
            hint={typed.hint}
            inputMode="numeric"
            autoComplete="off"
            value={number}
            onChange={setNumber}
            error={tried && wrong ? typed.wrong : undefined}
            required
          />
        )}
        {missing.length > 0 && (
          <>
            <Note tone="pollen">
              {t("missingIn", { languages: missing.map((one) => common(`languages.${one}`)).join(" · ") })}
            </Note>
            <Check name="useEnglish" wide checked={useEnglish} onChange={setUseEnglish}>
              {t("publish.useEnglish")}
            </Check>
            {tried && untold && <Note tone="plum">{t("publish.untold")}</Note>}
          </>
        )}
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
