import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { NetworkError, problemOf } from "../../api/problem";
import { endStaffSession } from "../../api/staffSession";
import { download } from "../../device/download";
import { Button } from "../../kit/buttons/Button";
import button from "../../kit/buttons/Button.module.css";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { DownloadIcon } from "../../kit/icons/icons-admin";
import text from "../../kit/styles/text.module.css";
import { useErrorText, waitsForApproval } from "./errorText";
import { useAction } from "./useAction";

/** A link that downloads a file; the browser streams it to disk, regardless of size. */
export function FileLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <a className={classes(button.button, button.quiet, button.small)} href={href} aria-label={label} download>
      <DownloadIcon size={20} />
      {children}
    </a>
  );
}

type ListQuery = Record<string, string | number | boolean | undefined>;

interface CsvLinkProps {
  /** The path of the API call that lists the records. */
  path: string;
  /** The current filters of the list. */
  query?: ListQuery;
  /** Names the list, if a screen has several. */
  of?: string;
}

/** Downloads a list with its current filters, in CSV. */
export function CsvLink({ path, query, of }: CsvLinkProps) {
  return (
    <FileLink href={listFile(path, query)}>
      <CsvWords of={of} />
    </FileLink>
  );
}

/** The label of such a download. */
export function CsvWords({ of }: { of?: string | undefined }) {
  const { t } = useTranslation("admin");
  return (
    <>
      {t("export")}
      {of && <span className={text.sr}> {of}</span>}
    </>
  );
}

/** The URL of a whole list, in CSV. */
export function listFile(path: string, query: ListQuery = {}, format: "csv" | "ndjson" = "csv"): string {
  const asked = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(query)) if (value) asked.set(name, String(value));
  return `${path}?${asked}`;
}

/** Fetches the file as a blob. Fails with ApiProblem, also for 202 (approval needed). */
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

interface HeldFileProps {
  href: string;
  name: string;
  type: string;
  children: ReactNode;
}

/**
 * Like `FileLink`, for a file that may need a second person's approval: a plain link would save that
 * response as the file.
 */
export function HeldFile({ href, name, type, children }: HeldFileProps) {
  const { t } = useTranslation("admin");
  const say = useErrorText();
  const { busy, run } = useAction();
  const save = () =>
    fetchFile(href)
      .then((file) => download(name, file, type))
      .catch((error: unknown) =>
        showToast(waitsForApproval(error) ? t("exportWaits") : say(error), undefined, "note"),
      );
  return (
    <Button
      kind="quiet"
      small
      icon={<DownloadIcon size={20} />}
      busy={busy && t("exporting")}
      onClick={() => void run(save)}
    >
      {children}
    </Button>
  );
}

interface HeldCsvProps {
  path: string;
  query?: Record<string, string | undefined>;
  /** The file's name without extension. */
  name: string;
  /** Names the list, if a screen has several. */
  of?: string;
}

/** Downloads a list as CSV. */
export function HeldCsv({ path, query, name, of }: HeldCsvProps) {
  return (
    <HeldFile href={listFile(path, query)} name={`${name}.csv`} type="text/csv">
      <CsvWords of={of} />
    </HeldFile>
  );
}
