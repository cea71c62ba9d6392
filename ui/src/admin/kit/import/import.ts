import type { components } from "../../../api/schema";

export type ImportAnswer = components["schemas"]["LoadAnswer"];
export type ImportRow = components["schemas"]["LoadRow"];
export type ImportSecret = components["schemas"]["LoadSecret"];
export type ImportUndone = components["schemas"]["LoadUndone"];

/** A file to import, as a dry run or for real. */
export interface Import {
  query: { dryRun?: boolean; name?: string };
  headers?: { "Idempotency-Key": string };
  body: string;
}

/** Kinds of content. */
export type ContentName = "partners" | "articles" | "items" | "campaigns";

/** The kinds of records that can be imported; the names are translation keys. */
export type ImportName = ContentName | SecretName | "announcements" | "members" | "outlets";

/** The three columns of a localized text. */
export const texts = (field: string) => ["en", "zh", "zhhk"].map((language) => `${field}.${language}`);

/** A list that supports imports. */
export interface ImportList {
  of: ImportName;
  load(how: Import): Promise<ImportAnswer>;
  /** The column headings of an empty file. */
  headings: readonly string[];
  /** Call after records were written. */
  changed(): void;
  /** Undoes an import, all rows or none. */
  undo?: (ids: string[]) => Promise<ImportUndone>;
}

/** A row that cannot be undone because its record has changed. */
export interface NotUndone {
  line: number;
  name: string;
  why: string;
}

/** The step of an import. */
export type ImportStep =
  | { at: "file" }
  | { at: "held"; held: readonly NotUndone[]; rest: boolean }
  | { at: "secrets"; of: SecretName; secrets: readonly ImportSecret[] };

/** Lists whose new records have a secret that is shown once. */
export const SECRETS = ["staff", "webhooks"] as const;
export type SecretName = (typeof SECRETS)[number];

/** The rows whose new records the server names in `named`, in the file's order. */
export function rowsNotUndone(
  rows: readonly ImportRow[],
  made: readonly string[],
  named: readonly { id: string; message: string }[],
): NotUndone[] {
  const fresh = rows.filter(({ fate }) => fate === "new");
  return made.flatMap((id, at) => {
    const why = named.find((one) => one.id === id);
    const row = fresh[at];
    return why && row ? [{ line: row.line, name: row.name, why: why.message }] : [];
  });
}
