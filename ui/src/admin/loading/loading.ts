import type { components } from "../../api/schema";

export type Loaded = components["schemas"]["LoadAnswer"];
export type LoadRow = components["schemas"]["LoadRow"];
export type LoadSecret = components["schemas"]["LoadSecret"];
export type LoadUndone = components["schemas"]["LoadUndone"];

/** One file for a list, tried or taken. */
export interface Load {
  query: { dryRun?: boolean; name?: string };
  headers?: { "Idempotency-Key": string };
  body: string;
}

/** Kinds of content. */
export type ContentName = "partners" | "articles" | "items" | "campaigns";

/** What can be loaded, by its word in the texts. */
export type Loadable = ContentName | SecretName | "announcements" | "members" | "outlets";

/** The three columns of a text. */
export const texts = (field: string) => ["en", "zh", "zhhk"].map((language) => `${field}.${language}`);

/** A list that files can be loaded into. */
export interface Loading {
  of: Loadable;
  /** Sends a file. */
  load(how: Load): Promise<Loaded>;
  /** What stands above the columns of a new file. */
  headings: readonly string[];
  /** After records were written. */
  changed(): void;
  /** Takes back what was made: all of it or nothing. */
  undo?: (ids: string[]) => Promise<LoadUndone>;
}

/** A row whose record is no longer as the file made it. */
export interface Held {
  line: number;
  name: string;
  why: string;
}

/** How far a file is. */
export type LoadStep =
  | { at: "file" }
  | { at: "held"; held: readonly Held[]; rest: boolean }
  | { at: "secrets"; of: SecretName; secrets: readonly LoadSecret[] };

/** Lists whose new records have something that is told once. */
export const SECRETS = ["staff", "webhooks"] as const;
export type SecretName = (typeof SECRETS)[number];

/** Of the rows that made something, in the file's order, those that the server names. */
export function heldRows(
  rows: readonly LoadRow[],
  made: readonly string[],
  named: readonly { id: string; message: string }[],
): Held[] {
  const fresh = rows.filter(({ fate }) => fate === "new");
  return made.flatMap((id, at) => {
    const why = named.find((one) => one.id === id);
    const row = fresh[at];
    return why && row ? [{ line: row.line, name: row.name, why: why.message }] : [];
  });
}
