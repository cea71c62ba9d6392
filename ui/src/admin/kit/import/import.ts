import type { components } from "../../../api/schema";

export type ImportAnswer = components["schemas"]["LoadAnswer"];
export type ImportRow = components["schemas"]["LoadRow"];
export type ImportSecret = components["schemas"]["LoadSecret"];
export type ImportUndone = components["schemas"]["LoadUndone"];

/** One file for a list, tried or taken. */
export interface Import {
  query: { dryRun?: boolean; name?: string };
  headers?: { "Idempotency-Key": string };
  body: string;
}

/** Kinds of content. */
export type ContentName = "partners" | "articles" | "items" | "campaigns";

/** What can be loaded, by its word in the texts. */
export type ImportName = ContentName | SecretName | "announcements" | "members" | "outlets";

/** The three columns of a text. */
export const texts = (field: string) => ["en", "zh", "zhhk"].map((language) => `${field}.${language}`);

/** A list that files can be loaded into. */
export interface ImportList {
  of: ImportName;
  /** Sends a file. */
  load(how: Import): Promise<ImportAnswer>;
  /** What stands above the columns of a new file. */
  headings: readonly string[];
  /** After records were written. */
  changed(): void;
  /** Takes back what was made: all of it or nothing. */
  undo?: (ids: string[]) => Promise<ImportUndone>;
}

/** A row whose record is no longer as the file made it. */
export interface NotUndone {
  line: number;
  name: string;
  why: string;
}

/** How far a file is. */
export type ImportStep =
  | { at: "file" }
  | { at: "held"; held: readonly NotUndone[]; rest: boolean }
  | { at: "secrets"; of: SecretName; secrets: readonly ImportSecret[] };

/** Lists whose new records have something that is told once. */
export const SECRETS = ["staff", "webhooks"] as const;
export type SecretName = (typeof SECRETS)[number];

/** Of the rows that made something, in the file's order, those that the server names. */
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
