import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { tellApprovalNeeded } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { today } from "../reports/reports";
import {
  type ExpiryEffect,
  type ExpiryForm,
  type ExpiryVersion,
  formOf,
  lookUpEffect,
  proposalOf,
  switchOn,
} from "./expiry";
import { keepDraft, keptDraft } from "./keptDraft";

export interface Draft {
  form: ExpiryForm;
  /** True if the form differs from the policy that applies. */
  changed: boolean;
  /** Goes back to the policy that applies. */
  discard(): void;
  /** Changes values; an effect that was looked up before does not count any more. */
  change(part: Partial<ExpiryForm>): void;
  /** The changes that the draft would make; undefined until they are looked up. */
  effect: ExpiryEffect | undefined;
  busy: "lookUp" | "start" | undefined;
  error: unknown;
  lookUp(): void;
  /** Switches the draft on, or asks for approval where two people are needed. */
  start(): void;
}

/**
 * The draft of another policy, which begins with the policy that applies now. The tab keeps it while the owner is on
 * another screen.
 */
export function useDraft(holds: ExpiryVersion | undefined, version: number): Draft {
  const { t } = useTranslation("adminExpiry");
  const standing = formOf(holds, today());
  const [form, setForm] = useState(() => keptDraft(version, today()) ?? standing);
  const changed = JSON.stringify(form) !== JSON.stringify(standing);
  useEffect(() => keepDraft(version, changed ? form : undefined), [version, changed, form]);
  const [effect, setEffect] = useState<ExpiryEffect>();
  const [latest, setLatest] = useState<Draft["busy"]>();
  const { busy, error, run } = useAction();
  const proposal = proposalOf(form, version);
  // Counts the changes, because an effect of an earlier draft may come late.
  const changes = useRef(0);
  const begin = (action: Draft["busy"], work: () => Promise<void>) => {
    setLatest(action);
    void run(work);
  };
  const put = (next: ExpiryForm) => {
    changes.current += 1;
    setForm(next);
    setEffect(undefined);
  };
  return {
    form,
    changed,
    discard: () => put(standing),
    change: (part) => put({ ...form, ...part }),
    effect,
    busy: busy ? latest : undefined,
    error,
    lookUp: () =>
      begin("lookUp", async () => {
        const asked = changes.current;
        const found = await lookUpEffect(proposal);
        if (asked === changes.current) setEffect(found);
      }),
    start: () =>
      begin("start", async () => {
        try {
          await switchOn(proposal);
          showToast(t("done"));
        } catch (failure) {
          if (!tellApprovalNeeded(failure)) throw failure;
        }
      }),
  };
}
