import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { ApiProblem } from "../../../api/problem";
import { fieldErrors, tellApprovalNeeded } from "../errorText";
import { readKept, writeKept } from "./keptForm";
import { contentChanged, type Editable, oneOf, type Standing, type Tagged } from "./kinds";
import { differences, rebase } from "./merge";
import type { Stand } from "./StateBar";

export interface EditorOptions<R extends Standing, I extends object> {
  kind: Editable<R, I>;
  /** Absent for a new record. */
  saved: Tagged<R> | undefined;
  /** The form of a record, or an empty one. */
  form(record: R | undefined): I;
  /** The form to send: trimmed, and without fields that do not apply. */
  tidy(form: I): I;
  onSaved(record: R, isNew: boolean): void;
  /** Called if the change waits for a second person's approval. */
  onHeld?(): void;
  /** For dialogs: the draft is not kept after closing. */
  passing?: boolean;
  /** The id of the record that a new one copies; its draft is kept apart from an empty one's. */
  copyOf?: string | undefined;
}

/** A draft with the version it is based on, which is needed to detect changes by others. */
interface Kept<I> {
  etag: string;
  base: I;
  draft: I;
}

function keptIn<I>(slot: string): Kept<I> | undefined {
  const kept = readKept<Kept<I>>(slot);
  return kept?.base && kept.draft ? kept : undefined;
}

/** The state of a form for one record: its draft, the server's errors, and conflicts with other editors. */
export function useEditor<R extends Standing, I extends object>({
  kind,
  saved,
  form,
  tidy,
  onSaved,
  onHeld,
  passing = false,
  copyOf,
}: EditorOptions<R, I>) {
  const client = useQueryClient();
  const id = saved?.record._id;
  const slot = `${kind.name}:${id ?? (copyOf ? `copy-${copyOf}` : "new")}`;
  const [kept] = useState(() => (passing ? undefined : keptIn<I>(slot)));
  const [base, setBase] = useState(() => ({
    form: kept?.base ?? form(saved?.record),
    etag: kept?.etag ?? saved?.etag ?? "",
    record: saved?.record,
  }));
  const [draft, setDraft] = useState(kept?.draft ?? base.form);
  const [restored, setRestored] = useState(kept !== undefined);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  // Another editor may have saved since the draft was stored: show both versions.
  const [theirs, setTheirs] = useState(base.etag === (saved?.etag ?? "") ? undefined : saved);
  // A ref, because a second action may follow before the next render.
  const etag = useRef(base.etag);
  const dirty = differences(base.form, draft, base.form).length > 0;

  useEffect(() => {
    if (passing) return;
    writeKept(slot, dirty ? { etag: base.etag, base: base.form, draft } : undefined);
  }, [passing, dirty, draft, base, slot]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  const settle = (next: typeof base) => {
    etag.current = next.etag;
    setBase(next);
    setRestored(false);
    setError(undefined);
  };

  /** On a conflict (412) fetches the other version to show both; false for any other error. */
  const meet = async (failure: unknown): Promise<boolean> => {
    if (id === undefined || !(failure instanceof ApiProblem) || failure.status !== 412) return false;
    await client.fetchQuery({ ...oneOf(kind, id), staleTime: 0 }).then(setTheirs, setError);
    return true;
  };

  const send = async (body: I) => {
    if (id === undefined) {
      if (!kind.create) throw new Error(`nothing new is made of ${kind.name} here`);
      return { record: await kind.create(body), etag: "" };
    }
    let now = "";
    const record = await kind.replace(id, etag.current, body, (headers) => {
      now = headers.get("ETag") ?? "";
    });
    return { record, etag: now };
  };

  /** True if it was saved. */
  const save = async (changes: Partial<I> | Stand = {}): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    const sent = draft;
    try {
      const done = await send(tidy({ ...sent, ...changes }));
      const saved = form(done.record);
      writeKept(slot, undefined);
      settle({ form: saved, etag: done.etag, record: done.record });
      // Keeps input typed while the request was running.
      setDraft((now) => (now === sent ? saved : rebase(sent, now, saved)));
      if (id !== undefined) client.setQueryData(oneOf(kind, id).queryKey, done);
      contentChanged(kind);
      onSaved(done.record, id === undefined);
      return true;
    } catch (failure) {
      // A toast like after saving; the draft note stays until the draft equals the record.
      const held = tellApprovalNeeded(failure);
      if (held && onHeld) onHeld();
      else if (!(await meet(failure))) setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };

  /**
   * Does another action on the current version of the record; true if done. Fails with the server's error.
   */
  const change = async (act: (etag: string) => Promise<unknown>): Promise<boolean> => {
    try {
      await act(etag.current);
    } catch (failure) {
      if (await meet(failure)) return false;
      throw failure;
    }
    contentChanged(kind);
    return true;
  };

  return {
    draft,
    /** The state as last saved. */
    standing: base.record satisfies Standing | undefined,
    change,
    set: (changes: Partial<I>) => setDraft((before) => ({ ...before, ...changes })),
    dirty,
    busy,
    save,
    error,
    /** Errors by the field's name in the request. */
    troubles: fieldErrors(error),
    restored,
    discard: () => {
      // The current record, if others have changed it since the draft was stored.
      const next =
        restored && saved && saved.etag !== base.etag
          ? { form: form(saved.record), etag: saved.etag, record: saved.record }
          : base;
      settle(next);
      setDraft(next.form);
    },
    /** Drops the stored draft. */
    forget: () => writeKept(slot, undefined),
    stale: theirs && { base: base.form, theirs: form(theirs.record) },
    /** Continues from their version with `merged` as the draft. */
    resolve: (merged: I) => {
      if (!theirs) return;
      settle({ form: form(theirs.record), etag: theirs.etag, record: theirs.record });
      setDraft(merged);
      setTheirs(undefined);
    },
    giveUp: () => setTheirs(undefined),
  };
}

export type Editor<I extends object> = Omit<
  ReturnType<typeof useEditor<Standing, I>>,
  "draft" | "set" | "save" | "stale" | "resolve"
> & {
  draft: I;
  set(changes: Partial<I>): void;
  save(changes?: Partial<I> | Stand): Promise<boolean>;
  stale: { base: I; theirs: I } | undefined;
  resolve(merged: I): void;
};
