import { useRef, useState } from "react";
import type { ServerMessage } from "../../i18n/serverMessage";

type ErrorKey = keyof typeof import("../../i18n/locales/en/account.json")["errors"];
/** A text of ours, a message of the server, or a refusal that the screen explains. */
export type CodeFailure = { key: ErrorKey } | ServerMessage | "refused";

interface CodeCalls {
  send(
    to: string,
  ): Promise<{ sent: boolean; anew?: boolean; failure?: CodeFailure | undefined; readyAt: number }>;
  verify(to: string, code: string): Promise<CodeFailure | undefined>;
  /** The state from before a reload. */
  before?: Partial<KeptContact> | undefined;
}

/** State that survives a reload: the input, and the contact that a code was sent to. Never the code. */
export type KeptContact = Record<"typed", string> & Partial<Record<"sentTo" | "readyAt" | "wrong", string>>;

/** After this number of wrong entries a code is used up (contract, section 3). */
const TRIES = 5;
const WRONG: readonly unknown[] = ["emailCodeWrong", "phoneCodeWrong"] satisfies ErrorKey[];

/** A code is valid for ten minutes from sending. `readyAt` is one minute after sending. */
const HOLDS_MS = 9 * 60_000;

/** A code that was requested, and how often it was entered wrong. */
interface Sent {
  to: string;
  under: boolean;
  readyAt: number;
  wrong: number;
}

/** The code from before a reload; undefined if it has expired or the clock was set. */
function sentBefore({ sentTo, readyAt, wrong }: Partial<KeptContact>) {
  const ready = Number(readyAt);
  if (sentTo === undefined || !(Math.abs(Date.now() - ready) < HOLDS_MS)) return undefined;
  return { to: sentTo, under: true, readyAt: ready, wrong: Number(wrong ?? 0) };
}

/**
 * An e-mail address or a phone number that a code proves. The state belongs to the contact that got the code:
 * after a change the contact is unproven, and after changing it back the code is valid again.
 */
export function useContactCode(calls: CodeCalls) {
  const { before = {} } = calls;
  const [typed, setTyped] = useState(before.typed ?? "");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<Sent | undefined>(() => sentBefore(before));
  const [verified, setVerified] = useState<string>();
  const [failure, setFailure] = useState<{ at: "contact" | "code"; of: string; why: CodeFailure }>();
  const [busy, setBusy] = useState<"sending" | "verifying">();
  // State updates come one render later: two presses in one frame must not send two codes.
  const running = useRef(false);

  const value = typed.replace(/\s/g, "");
  const current = sent?.to === value ? sent : undefined;
  const told = failure?.of === value ? failure : undefined;
  const kept: KeptContact = { typed };
  // A correct code is used up.
  if (sent?.under && sent.to !== verified)
    Object.assign(kept, { sentTo: sent.to, readyAt: `${sent.readyAt}`, wrong: `${sent.wrong}` });

  async function run(kind: "sending" | "verifying", work: () => Promise<void>) {
    if (running.current) return;
    running.current = true;
    setBusy(kind);
    setFailure(undefined);
    try {
      await work();
    } finally {
      running.current = false;
      setBusy(undefined);
    }
  }

  return {
    typed,
    change: setTyped,
    /** Pass this as `before` after a reload. */
    kept,
    /** The contact, without spaces. */
    value,
    code,
    changeCode: (digits: string) => {
      setCode(digits);
      if (failure?.at === "code" && digits !== "") setFailure(undefined);
    },
    busy,
    /** A code was sent to `value`. */
    sent: current?.under ?? false,
    readyAt: current?.readyAt ?? 0,
    verified: verified !== undefined && verified === value,
    contactFailure: told?.at === "contact" ? told.why : undefined,
    codeFailure: told?.at === "code" ? told.why : undefined,

    send: () =>
      run("sending", async () => {
        const answer = await calls.send(value);
        setCode("");
        // If the server requires a wait, the earlier code is still the current one.
        const wrong = answer.anew ? 0 : (current?.wrong ?? 0);
        const under = answer.sent || (current?.under ?? false);
        setSent({ to: value, under, readyAt: answer.readyAt, wrong });
        if (answer.failure) setFailure({ at: "contact", of: value, why: answer.failure });
      }),

    verify: (digits: string) =>
      run("verifying", async () => {
        const why = await calls.verify(value, digits);
        if (!why) return setVerified(value);
        const isWrong = why instanceof Object && "key" in why && WRONG.includes(why.key);
        const wrong = (current?.wrong ?? 0) + (isWrong ? 1 : 0);
        if (current) setSent({ ...current, wrong });
        setFailure({ at: "code", of: value, why: isWrong && wrong >= TRIES ? { key: "codeUsedUp" } : why });
        // Clear a wrong code, but keep a code that could not be checked.
        if (!(why instanceof Object && "key" in why && why.key === "offline")) setCode("");
      }),

    /** The server rejected the proof, or does not have it. */
    refuse: (why: CodeFailure = "refused") => {
      setVerified(undefined);
      setSent(undefined);
      setCode("");
      setFailure({ at: "contact", of: value, why });
    },
  };
}

export type ContactCodeState = ReturnType<typeof useContactCode>;
