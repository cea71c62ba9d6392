import { useEffect, useRef, useState } from "react";
import { type Proof, solveOwnCaptcha } from "../../device/ownCaptcha";

// A proof that would expire during the request is not used.
const MARGIN_MS = 5_000;

export type CaptchaState = "unproven" | "proving" | "proven" | "failed";

/** Captcha by proof of work: expensive for a script, one tap for the person. */
export function useCaptcha(challengeUrl: string | undefined) {
  const [proof, setProof] = useState<Proof>();
  const [state, setState] = useState<CaptchaState>("unproven");
  // Incremented to reset another company's widget, whose answer was used or refused.
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  async function prove(): Promise<Proof | undefined> {
    // Only the person can solve a widget.
    if (challengeUrl === undefined) {
      setState("failed");
      return undefined;
    }
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setProof(undefined);
    setState("proving");
    try {
      const found = await solveOwnCaptcha(challengeUrl, controller.signal);
      if (controller.signal.aborted) return undefined;
      setProof(found);
      setState("proven");
      return found;
    } catch {
      if (!controller.signal.aborted) setState("failed");
      return undefined;
    }
  }

  return {
    state,
    prove: () => void prove(),
    /** The server refused the proof. */
    refuse: () => {
      setProof(undefined);
      setState("failed");
      setRound((last) => last + 1);
    },
    round,
    /** Takes the widget's answer; undefined if it has expired. The widget itself reports that. */
    take: (payload: string | undefined) => {
      setProof(payload === undefined ? undefined : { payload, expiresAt: Number.POSITIVE_INFINITY });
      setState(payload === undefined ? "unproven" : "proven");
    },
    /** A valid proof. Computed again if the old one expired while the member filled in the form. */
    fresh: async (): Promise<string | undefined> =>
      proof && proof.expiresAt > Date.now() + MARGIN_MS ? proof.payload : (await prove())?.payload,
    /** A proof can be used only once. */
    spent: () => {
      setProof(undefined);
      setState("unproven");
      setRound((last) => last + 1);
    },
  };
}
