import { type FormEvent, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { ApiProblem } from "../../../api/problem";
import { queryClient } from "../../../api/queries";
import { showToast } from "../../../kit/dialog/Toaster";
import { useKept, useRestored } from "../../kit/editor/keptForm";
import { differences } from "../../kit/editor/merge";
import { fieldErrors, tellApprovalNeeded } from "../../kit/errorText";
import { useMay } from "../../session";
import { type Programme, saveSettings, settingsChanged, settingsQuery } from "./programme";

/** The settings with the version that they have on the server. */
interface SavedProgramme {
  saved: Programme;
  etag: string;
}

/** A draft with the version that it is based on. */
interface KeptProgramme {
  base: SavedProgramme;
  draft: Programme;
}

/** The draft of an owner for the settings, which the tab keeps, and the conflicts with other owners. */
export function useProgrammeDraft(now: SavedProgramme) {
  const { t } = useTranslation("adminSettings");
  // Others read the settings on the same screen, perhaps in the tab in which an owner wrote.
  const mayWrite = useMay("own");
  const { kept, restored, settle } = useRestored<KeptProgramme>("programme");
  const found = mayWrite ? kept : undefined;
  const [draft, setDraft] = useState(found?.draft ?? now.saved);
  const [base, setBase] = useState(found?.base ?? now);
  const [theirs, setTheirs] = useState<{ value: Programme; etag: string }>();
  const [error, setError] = useState<unknown>();
  const [busy, setBusy] = useState(false);
  const changed = differences(base.saved, draft, base.saved).length > 0;
  const whole = useMemo(() => ({ base, draft }), [base, draft]);
  useKept(mayWrite ? "programme" : "programme:read", whole, changed);

  const discard = () => {
    // Others may have changed the settings since the draft was kept, so the form shows those of now.
    if (restored) setBase(now);
    setDraft(restored ? now.saved : base.saved);
    settle();
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (busy) return;
    setBusy(true);
    setError(undefined);
    try {
      const done = await saveSettings(base.etag, draft);
      setBase({ saved: done.value, etag: done.etag });
      setDraft(done.value);
      settle();
      showToast(t("programme.saved"));
      settingsChanged();
    } catch (failure) {
      if (failure instanceof ApiProblem && failure.status === 412)
        await queryClient.fetchQuery({ ...settingsQuery(), staleTime: 0 }).then(setTheirs, setError);
      else if (tellApprovalNeeded(failure)) discard();
      else setError(failure);
    } finally {
      setBusy(false);
    }
  };

  return {
    draft,
    set: (changes: Partial<Programme>) => setDraft((before) => ({ ...before, ...changes })),
    base,
    changed,
    restored: restored && mayWrite,
    discard,
    refused: fieldErrors(error),
    error,
    busy,
    save,
    theirs,
    /** Continues from the version of others with `merged` as the draft. */
    merge: (merged: Programme) => {
      if (!theirs) return;
      setBase({ saved: theirs.value, etag: theirs.etag });
      setDraft(merged);
      setTheirs(undefined);
    },
    giveUp: () => setTheirs(undefined),
  };
}
