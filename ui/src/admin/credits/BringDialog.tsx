import { type FormEvent, useRef, useState } from "react";
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

  // Of two files the one chosen last counts, whichever is read first.
  const asked = useRef(0);

  const look = async (bytes: ArrayBuffer, wanted?: Encoding) => {
    const mine = ++asked.current;
    const plain = decode(bytes);
    const encoding = plain === undefined ? (wanted ?? ENCODINGS[0]) : undefined;
    const csv = plain ?? decode(bytes, encoding);
    setOpened({ bytes, encoding });
    setDry(undefined);
    setError(undefined);
    if (csv === undefined) return setError(t("file.unreadable"));
    setBusy("reading");
    try {
      const found = await tryOut(csv);
      if (mine === asked.current) setDry({ ...found, csv });
    } catch (failure) {
      if (mine === asked.current) setError(failure);
    } finally {
      if (mine === asked.current) setBusy(undefined);
    }
  };
  const open = async (file: File) => {
    const mine = ++asked.current;
    setBusy(undefined);
    setOpened(undefined);
    setDry(undefined);
    setError(undefined);
    if (isTooLarge(file)) return setError(t("file.tooLarge", { mb: MOST_MB }));
    // A file may be gone by now, or not be ours to read.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (mine !== asked.current) return;
    return bytes ? look(bytes) : setError(t("file.unreadable"));
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
