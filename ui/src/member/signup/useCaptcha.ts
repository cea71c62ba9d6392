import { useEffect, useRef, useState } from "react";
import { type Proof, solveOwnCaptcha } from "../../device/ownCaptcha";

// A proof that would run out on its way is as good as none.
const MARGIN_MS = 5_000;

export type CaptchaState = "unproven" | "proving" | "proven" | "failed";

/** The tick that a script finds dear: work for the device, one tap for the person. */
export function useCaptcha(challengeUrl: string | undefined) {
  const [proof, setProof] = useState<Proof>();
  const [state, setState] = useState<CaptchaState>("unproven");
  // Answers of another company's widget that were used up, or would be refused again.
  const [round, setRound] = useState(0);
  const running = useRef<AbortController>(undefined);

  useEffect(() => () => running.current?.abort(), []);

  async function prove(): Promise<Proof | undefined> {
    // A widget's answer is the person's to give.
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
    /** The server did not take the proof. */
    refuse: () => {
      setProof(undefined);
      setState("failed");
      setRound((last) => last + 1);
    },
    round,
    /** A widget's answer, or that there is none any more. The widget itself says when it runs out. */
    take: (payload: string | undefined) => {
      setProof(payload === undefined ? undefined : { payload, expiresAt: Number.POSITIVE_INFINITY });
      setState(payload === undefined ? "unproven" : "proven");
    },
    /** A proof that holds now; made anew when the old one ran out while the form was being filled in. */
    fresh: async (): Promise<string | undefined> =>
      proof && proof.expiresAt > Date.now() + MARGIN_MS ? proof.payload : (await prove())?.payload,
    /** A proof is good for one try. */
    spent: () => {
      setProof(undefined);
      setState("unproven");
      setRound((last) => last + 1);
    },
  };
}
