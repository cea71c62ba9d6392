import { useTranslation } from "react-i18next";
import { NetworkError, problemOf } from "../../api/problem";
import { endStaffSession } from "../../api/staffSession";
import { Button } from "../../components/Button";
import { DownloadIcon } from "../../components/icons-desk";
import { showToast } from "../../components/Toaster";
import { download } from "./download";
import { CsvWords, listFile } from "./FileLink";
import { isWaiting, useTrouble } from "./trouble";
import { useDeed } from "./useDeed";

/** The file, kept by the browser outside of the page's memory. Fails with ApiProblem, also while it waits (202). */
async function fetchFile(address: string): Promise<Blob> {
  let response: Response;
  try {
    response = await fetch(address, {
      headers: { "Accept-Language": document.documentElement.lang || "en" },
      credentials: "same-origin",
    });
  } catch {
    throw new NetworkError();
  }
  if (!response.ok || response.status === 202) {
    const problem = await problemOf(response);
    if (problem.status === 401) endStaffSession();
    throw problem;
  }
  return response.blob();
}

interface HeldCsvProps {
  path: string;
  query?: Record<string, string | undefined>;
  /** The file's name, without its ending. */
  name: string;
}

/**
 * Like a `CsvLink`, for a list that may be held until a second person agrees: a link would keep that answer
 * as the file.
 */
export function HeldCsv({ path, query, name }: HeldCsvProps) {
  const { t } = useTranslation("desk");
  const say = useTrouble();
  const { busy, run } = useDeed();
  const save = () =>
    fetchFile(listFile(path, query))
      .then((file) => download(`${name}.csv`, file, "text/csv"))
      .catch((error: unknown) => showToast(isWaiting(error) ? t("exportWaits") : say(error)));
  return (
    <Button
      kind="quiet"
      small
      icon={<DownloadIcon size={20} />}
      busy={busy && t("exporting")}
      onClick={() => void run(save)}
    >
      <CsvWords />
    </Button>
  );
}
