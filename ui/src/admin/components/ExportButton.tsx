import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { DownloadIcon } from "../../components/icons-desk";
import { showToast } from "../../components/Toaster";
import text from "../../styles/text.module.css";
import { download } from "./download";
import { useTrouble } from "./trouble";

interface ExportButtonProps {
  /** The file's name, without its ending. */
  name: string;
  /** Asks the server for the list as CSV. */
  fetch(format: "csv"): Promise<unknown>;
  /** What is exported, where one screen has several. */
  of?: string;
}

/** The list as it is narrowed now, as a file for a spreadsheet. */
export function ExportButton({ name, fetch, of }: ExportButtonProps) {
  const { t } = useTranslation("desk");
  const say = useTrouble();
  const [busy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const day = new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 10);
      // Reading the answer took the mark off by which spreadsheets know UTF-8.
      download(`kapok-${name}-${day}.csv`, `\uFEFF${await fetch("csv")}`, "text/csv");
    } catch (error) {
      showToast(say(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      kind="quiet"
      small
      icon={<DownloadIcon size={20} />}
      busy={busy && t("exporting")}
      onClick={() => void save()}
    >
      {t("export")}
      {of && <span className={text.sr}>{of}</span>}
    </Button>
  );
}
