import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ApiProblem } from "../../api/problem";
import { fieldTroubles } from "../components/trouble";
import { contentChanged, oneOf, type Standing, type Tagged, type Written } from "./kinds";
import { differences } from "./merge";

export interface EditorOptions<R extends Standing, I extends object> {
  kind: Written<R, I>;
  /** Absent for a new one. */
  saved: Tagged<R> | undefined;
  /** The form of a record, or an empty one. */
  form(record: R | undefined): I;
  /** The form as it is sent: trimmed, and without what does not belong together. */
  tidy(form: I): I;
  onSaved(record: R, isNew: boolean): void;
}

/** What was being written stays in this tab, should it be left or loaded anew. */
const slotOf = (name: string, id: string | undefined) => `draft:${name}:${id ?? "new"}`;

function keptDraft<I>(slot: string, etag: string): I | undefined {
  try {
    const kept: { etag: string; draft: I } | null = JSON.parse(sessionStorage.getItem(slot) ?? "null");
    return kept?.etag === etag ? kept.draft : undefined;
  } catch {
    return undefined;
  }
}

/** A form over one record: what was changed, what the server has against it, and what others changed meanwhile. */
export function useEditor<R extends Standing, I extends object>({
  kind,
  saved,
  form,
  tidy,
  onSaved,
}: EditorOptions<R, I>) {
  const client = useQueryClient();
  const id = saved?.record._id;
  const slot = slotOf(kind.name, id);
  const [base, setBase] = useState(() => ({
    form: form(saved?.record),
    etag: saved?.etag ?? "",
    record: saved?.record,
  }));
  const [kept] = useState(() => keptDraft<I>(slot, base.etag));
  const [draft, setDraft] = useState(kept ?? base.form);
  const [restored, setRestored] = useState(kept !== undefined);
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const [theirs, setTheirs] = useState<Tagged<R>>();
  const dirty = differences(base.form, draft, base.form).length > 0;

  useEffect(() => {
    if (dirty) sessionStorage.setItem(slot, JSON.stringify({ etag: base.etag, draft }));
    else sessionStorage.removeItem(slot);
  }, [dirty, draft, base.etag, slot]);
  useEffect(() => {
    if (!dirty) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [dirty]);

  const reset = (next: typeof base) => {
    setBase(next);
    setDraft(next.form);
    setRestored(false);
    setError(undefined);
  };

  const send = async (body: I) => {
    if (id === undefined) return { record: await kind.create(body), etag: "" };
    let etag = "";
    const record = await kind.replace(id, base.etag, body, (headers) => {
      etag = headers.get("ETag") ?? "";
    });
    return { record, etag };
  };

  /** True once it is saved. */
  const save = async (changes: Partial<I> = {}): Promise<boolean> => {
    if (busy) return false;
    setBusy(true);
    setError(undefined);
    try {
      const done = await send(tidy({ ...draft, ...changes }));
      sessionStorage.removeItem(slot);
      reset({ form: form(done.record), etag: done.etag, record: done.record });
      if (id !== undefined) client.setQueryData(oneOf(kind, id).queryKey, done);
      contentChanged(kind);
      onSaved(done.record, id === undefined);
      return true;
    } catch (failure) {
      if (id !== undefined && failure instanceof ApiProblem && failure.status === 412) {
        setTheirs(await client.fetchQuery({ ...oneOf(kind, id), staleTime: 0 }).catch(() => undefined));
      } else setError(failure);
      return false;
    } finally {
      setBusy(false);
    }
  };

  /** After a change of where it stands: goes on from the new version, with whatever was typed. */
  const renew = async (changes: { active: boolean; publishAt?: string }) => {
    if (id === undefined) return;
    const fresh = await client.fetchQuery({ ...oneOf(kind, id), staleTime: 0 });
    setBase({ form: form(fresh.record), etag: fresh.etag, record: fresh.record });
    setDraft((before) => ({ ...before, ...changes }));
    contentChanged(kind);
  };

  return {
    draft,
    /** Where it stands, as it was last saved. */
    standing: base.record satisfies Standing | undefined,
    renew,
    set: (changes: Partial<I>) => setDraft((before) => ({ ...before, ...changes })),
    dirty,
    busy,
    save,
    error,
    /** By the field's name in the request. */
    troubles: fieldTroubles(error),
    restored,
    discard: () => reset(base),
    stale: theirs && { base: base.form, theirs: form(theirs.record) },
    /** Goes on from their version with `merged` as the draft. */
    resolve: (merged: I) => {
      if (!theirs) return;
      setBase({ form: form(theirs.record), etag: theirs.etag, record: theirs.record });
      setDraft(merged);
      setTheirs(undefined);
    },
    giveUp: () => setTheirs(undefined),
  };
}

export type Editor<I extends object> = Omit<
  ReturnType<typeof useEditor<Standing, I>>,
  "draft" | "set" | "save" | "stale" | "resolve" | "renew"
> & {
  draft: I;
  renew(changes: { active: boolean; publishAt?: string }): Promise<void>;
  set(changes: Partial<I>): void;
  save(changes?: Partial<I>): Promise<boolean>;
  stale: { base: I; theirs: I } | undefined;
  resolve(merged: I): void;
};
