import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useErrorText } from "../errorText";
import { FilePick } from "../FilePick";
import { Filter } from "../Tools";
import { MOST_MB } from "../textFile";
import { ENCODINGS, type Encoding, readFile, type Unread } from "./codeFile";

type PoolAnswer = components["schemas"]["PoolAnswer"];

/** Sends a file of codes, or tries it. Fails with the server's error. */
export type PoolSender = (csv: string, dryRun: boolean) => Promise<PoolAnswer>;

/** A file of codes with the result of its dry run. */
export interface PoolFile {
  csv: string;
  answer: PoolAnswer;
}

interface PoolFilePickProps {
  send: PoolSender;
  onFound(file: PoolFile): void;
  /** Further buttons. */
  children?: ReactNode;
}

/** Chooses a file of codes and tries it. */
export function PoolFilePick({ send, onFound, children }: PoolFilePickProps) {
  const { t } = useTranslation("adminItems");
  const say = useErrorText();
  const [encoding, setEncoding] = useState<Encoding>("utf-8");
  const [busy, setBusy] = useState(false);
  const [unread, setUnread] = useState<Unread>();
  const [error, setError] = useState<unknown>();
  const look = async (file: File) => {
    setError(undefined);
    setUnread(undefined);
    setBusy(true);
    try {
      const read = await readFile(file, encoding);
      if ("unread" in read) setUnread(read.unread);
      else onFound({ csv: read.text, answer: await send(read.text, true) });
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <>
      <div className={css.actions}>
        <FilePick
          name="codes"
          accept=".csv,.txt,text/csv,text/plain"
          disabled={busy}
          onPick={(file) => void look(file)}
        >
          {busy ? t("pool.reading") : t("pool.upload")}
        </FilePick>
        <Filter
          label={t("pool.encoding")}
          value={encoding}
          options={ENCODINGS.map((value) => ({ value, label: t(`pool.encodings.${value}`) }))}
          onChoose={(value) => setEncoding(value)}
        />
        {children}
      </div>
      {unread && <Note tone="plum">{t(`pool.unread.${unread}`, { mb: MOST_MB })}</Note>}
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </>
  );
}
