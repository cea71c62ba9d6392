import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatPoints } from "../../i18n/format";
import { FormDialog } from "../components/DeskDialog";
import { download } from "../components/download";
import { FilePick } from "../components/FilePick";
import { Select } from "../components/Inputs";
import { decode, ENCODINGS, type Encoding, isTooLarge, MOST_MB } from "../components/textFile";
import { useTrouble } from "../components/trouble";
import content from "../content/Content.module.css";
import css from "../desk.module.css";
import { creditsChanged, type DryRun, give, tryOut } from "./credits";
import { Rows } from "./Rows";

const SAMPLE = "member,points,reason\r\nalice@example.org,50,Beach day\r\n61234567,20,Beach day\r\n";

interface Opened {
  bytes: ArrayBuffer;
  /** Asked for where the bytes are no UTF-8. */
  encoding: Encoding | undefined;
}

/** A file of credits: what would become of each row, and then all of them or none. */
export function BringDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("deskCredits");
  const say = useTrouble();
  const [opened, setOpened] = useState<Opened>();
  const [dry, setDry] = useState<DryRun & { csv: string }>();
  const [name, setName] = useState("");
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState<"reading" | "giving">();
  const [error, setError] = useState<unknown>();
  const ready = dry && dry.bad === 0 && dry.good > 0;

  const look = async (bytes: ArrayBuffer, wanted?: Encoding) => {
    const plain = decode(bytes);
    const encoding = plain === undefined ? (wanted ?? ENCODINGS[0]) : undefined;
    const csv = plain ?? decode(bytes, encoding);
    setOpened({ bytes, encoding });
    setDry(undefined);
    setError(undefined);
    if (csv === undefined) return setError(t("file.unreadable"));
    setBusy("reading");
    try {
      setDry({ ...(await tryOut(csv)), csv });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(undefined);
    }
  };
  const open = async (file: File) => {
    if (!isTooLarge(file)) return look(await file.arrayBuffer());
    setOpened(undefined);
    setDry(undefined);
    setError(t("file.tooLarge", { mb: MOST_MB }));
  };
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (!ready || !name.trim()) return;
    setBusy("giving");
    setError(undefined);
    try {
      await give(name.trim(), dry.csv);
      showToast(t("file.given", { name: name.trim() }));
      creditsChanged();
      onClose();
    } catch (failure) {
      setError(failure);
      setBusy(undefined);
    }
  };
  return (
    <FormDialog
      wide
      title={t("file.title")}
      kind="points"
      submit={t("file.give", { count: dry?.points ?? 0, points: formatPoints(dry?.points ?? 0) })}
      disabled={!ready}
      busy={busy === "giving" && t("file.giving")}
      onClose={onClose}
      onSubmit={(event) => void submit(event)}
    >
      <div className={css.stack}>
        <p className={css.soft}>{t("file.format")}</p>
        <div className={content.bar}>
          <FilePick name="credits" accept=".csv,text/csv,text/plain" onPick={(file) => void open(file)}>
            {t(opened ? "file.another" : "file.choose")}
          </FilePick>
          <Button
            kind="text"
            small
            onClick={() => download("kapok-credits-sample.csv", `\uFEFF${SAMPLE}`, "text/csv")}
          >
            {t("file.sample")}
          </Button>
        </div>
        {opened?.encoding && (
          <Select<Encoding>
            name="encoding"
            label={t("file.encoding")}
            hint={t("file.encodingHint")}
            value={opened.encoding}
            options={ENCODINGS.map((value) => ({ value, label: value.toUpperCase() }))}
            onChange={(encoding) => void look(opened.bytes, encoding)}
          />
        )}
        {busy === "reading" && <p role="status">{t("file.reading")}</p>}
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
