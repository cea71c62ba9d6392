import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { decode, ENCODINGS, type Encoding, isTooLarge, MOST_MB } from "./textFile";

interface Opened {
  name: string;
  bytes: ArrayBuffer;
  /** Asked for if the bytes are not UTF-8. */
  encoding: Encoding | undefined;
}

/** A file of rows with a dry run by `tryOut` before anything is written. */
export function useRowFile<D>(tryOut: (csv: string) => Promise<D>) {
  const { t } = useTranslation("admin");
  const [opened, setOpened] = useState<Opened>();
  const [dry, setDry] = useState<D & { csv: string }>();
  const [reading, setReading] = useState(false);
  const [error, setError] = useState<unknown>();

  // Only the file chosen last counts, whichever is read first.
  const asked = useRef(0);

  const look = async ({ name, bytes }: Omit<Opened, "encoding">, wanted?: Encoding) => {
    const mine = ++asked.current;
    const plain = decode(bytes);
    const encoding = plain === undefined ? (wanted ?? ENCODINGS[0]) : undefined;
    const csv = plain ?? decode(bytes, encoding);
    setOpened({ name, bytes, encoding });
    setDry(undefined);
    setError(undefined);
    if (csv === undefined) return setError(t("rowFile.unreadable"));
    setReading(true);
    try {
      const found = await tryOut(csv);
      if (mine === asked.current) setDry({ ...found, csv });
    } catch (failure) {
      if (mine === asked.current) setError(failure);
    } finally {
      if (mine === asked.current) setReading(false);
    }
  };
  const open = async (file: File) => {
    const mine = ++asked.current;
    setReading(false);
    setOpened(undefined);
    setDry(undefined);
    setError(undefined);
    if (isTooLarge(file)) return setError(t("rowFile.tooLarge", { mb: MOST_MB }));
    // The file may be deleted or unreadable by now.
    const bytes = await file.arrayBuffer().catch(() => undefined);
    if (mine !== asked.current) return;
    return bytes ? look({ name: file.name, bytes }) : setError(t("rowFile.unreadable"));
  };
  return { opened, dry, reading, error, setError, open, look };
}

export type RowFile<D> = ReturnType<typeof useRowFile<D>>;
