import type { components } from "../../api/schema";

export type Loaded = components["schemas"]["LoadAnswer"];
export type LoadRow = components["schemas"]["LoadRow"];

/** One file for a list, tried or taken. */
export interface Load {
  query: { dryRun?: boolean; name?: string };
  headers?: { "Idempotency-Key": string };
  body: string;
}

/** Kinds of content. */
export type ContentName = "partners" | "articles" | "items" | "campaigns";

/** What can be loaded, by its word in the texts. */
export type Loadable = ContentName | "members" | "outlets";

/** A list that files can be loaded into. */
export interface Loading {
  of: Loadable;
  /** Sends a file. */
  load(how: Load): Promise<Loaded>;
  /** What stands above the columns of a new file. */
  headings: readonly string[];
  /** After records were written. */
  changed(): void;
  /** Takes back what was made; gives how many are gone. */
  undo?: (ids: string[]) => Promise<number>;
}
