import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatPoints } from "../../i18n/format";
import { FormDialog } from "../components/DeskDialog";
import { RowFilePick } from "../components/RowFilePick";
import { tellWaiting, useTrouble } from "../components/trouble";
import { useRowFile } from "../components/useRowFile";
import css from "../desk.module.css";
import { creditsChanged, give, tryOut } from "./credits";
import { Rows } from "./Rows";

const SAMPLE = "member,points,reason\r\nalice@example.org,50,Beach day\r\n61234567,20,Beach day\r\n";

/** A file of credits: what would become of each row, and then all of them or none. */
export function BringDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("deskCredits");
  const say = useTrouble();
  const file = useRowFile(tryOut);
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const [giving, setGiving] = useState(false);
  const { dry, error, setError } = file;
  const ready = dry && dry.bad === 0 && dry.good > 0;
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ready || !name.trim()) return;
    setGiving(true);
    setError(undefined);
    try {
      await give(name.trim(), dry.csv);
      showToast(t("file.given", { name: name.trim() }));
      creditsChanged();
      onClose();
    } catch (failure) {
      // It is a request of its own: sent again, it would be another one.
      if (tellWaiting(failure)) return onClose();
      setError(failure);
      setGiving(false);
    }
  };
  return (
    <FormDialog
      wide
      title={t("file.title")}
      kind="points"
      submit={t("file.give", { count: dry?.points ?? 0, points: formatPoints(dry?.points ?? 0) })}
      disabled={!ready}
      busy={giving && t("file.giving")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.stack}>
        <p className={css.soft}>{t("file.format")}</p>
        <RowFilePick name="credits" file={file} sample={{ name: "kapok-credits-sample", text: SAMPLE }} />
        {dry && <Rows dry={dry} />}
        {dry && dry.bad > 0 && <Note tone="plum">{t("file.fix")}</Note>}
        {ready && (
          <Field
            name="name"
            label={t("file.name")}
            hint={t("file.nameHint")}
            required
            maxLength={120}
            autoComplete="off"
            value={name}
            error={tried && !name.trim() ? t("file.nameRequired") : undefined}
            onChange={setName}
          />
        )}
        {error !== undefined && <Note tone="plum">{typeof error === "string" ? error : say(error)}</Note>}
      </div>
    </FormDialog>
  );
}
