import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import button from "../../components/Button.module.css";
import { classes } from "../../components/classes";
import { DownloadIcon } from "../../components/icons-desk";
import text from "../../styles/text.module.css";

/** A file of the server's, kept by the browser: it streams to the disk, however long it is. */
export function FileLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  return (
    <a className={classes(button.button, button.quiet, button.small)} href={href} aria-label={label} download>
      <DownloadIcon size={20} />
      {children}
    </a>
  );
}

interface CsvLinkProps {
  /** The call that lists it. */
  path: string;
  /** What the list is narrowed to on the screen. */
  query?: Record<string, string | undefined>;
  /** What is downloaded, where one screen has several lists. */
  of?: string;
}

/** A list as it is narrowed now, as a file for a spreadsheet. */
export function CsvLink({ path, query, of }: CsvLinkProps) {
  return (
    <FileLink href={listFile(path, query)}>
      <CsvWords of={of} />
    </FileLink>
  );
}

/** What the way to such a file says. */
export function CsvWords({ of }: { of?: string | undefined }) {
  const { t } = useTranslation("desk");
  return (
    <>
      {t("export")}
      {of && <span className={text.sr}> {of}</span>}
    </>
  );
}

/** The address of a whole list as a file. */
export function listFile(
  path: string,
  query: Record<string, string | undefined> = {},
  format: "csv" | "ndjson" = "csv",
): string {
  const asked = new URLSearchParams({ format });
  for (const [name, value] of Object.entries(query)) if (value) asked.set(name, value);
  return `${path}?${asked}`;
}
