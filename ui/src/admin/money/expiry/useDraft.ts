import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { tellApprovalNeeded } from "../../kit/errorText";
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

export interface Draft {
  form: ExpiryForm;
  /** Changes values; an effect that was looked up before does not count any more. */
  change(part: Partial<ExpiryForm>): void;
  /** What the draft would change; undefined until it is looked up. */
  effect: ExpiryEffect | undefined;
  busy: "lookUp" | "start" | undefined;
  error: unknown;
  lookUp(): void;
  /** Switches the draft on, or asks for approval where two people are needed. */
  start(): void;
}

/** The draft of another policy, which begins with the policy that applies now. */
export function useDraft(holds: ExpiryVersion | undefined, version: number): Draft {
  const { t } = useTranslation("adminExpiry");
  const [form, setForm] = useState(() => formOf(holds, today()));
  const [effect, setEffect] = useState<ExpiryEffect>();
  const [busy, setBusy] = useState<Draft["busy"]>();
  const [error, setError] = useState<unknown>();
  const proposal = proposalOf(form, version);
  // Counts the changes, because an effect of an earlier draft may come late.
  const changes = useRef(0);
  const run = async (what: Draft["busy"], action: () => Promise<void>) => {
    setBusy(what);
    setError(undefined);
    try {
      await action();
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(undefined);
    }
  };
  return {
    form,
    change(part) {
      changes.current += 1;
      setForm({ ...form, ...part });
      setEffect(undefined);
    },
    effect,
    busy,
    error,
    lookUp: () =>
      void run("lookUp", async () => {
        const asked = changes.current;
        const found = await lookUpEffect(proposal);
        if (asked === changes.current) setEffect(found);
      }),
    start: () =>
      void run("start", async () => {
        try {
          await switchOn(proposal);
          showToast(t("done"));
        } catch (failure) {
          if (!tellApprovalNeeded(failure)) throw failure;
        }
      }),
  };
}
