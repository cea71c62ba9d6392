import { useRef, useState } from "react";
import type { ServerMessage } from "../../i18n/serverMessage";

type ErrorKey = keyof typeof import("../../i18n/locales/en/account.json")["errors"];
/** A sentence of ours, one that the server said, or one that the screen around knows. */
export type CodeFailure = { key: ErrorKey } | ServerMessage | "refused";

interface CodeCalls {
  send(
    to: string,
  ): Promise<{ sent: boolean; anew?: boolean; failure?: CodeFailure | undefined; readyAt: number }>;
  verify(to: string, code: string): Promise<CodeFailure | undefined>;
  /** What stood there before the page was loaded again. */
  before?: Partial<KeptContact> | undefined;
}

/** What a reload must not take: what was typed, and to whom a code is under way. Never the code. */
export type KeptContact = Record<"typed", string> & Partial<Record<"sentTo" | "readyAt" | "wrong", string>>;

/** So many wrong entries use a code up (contract, section 3). */
const TRIES = 5;
const WRONG: readonly unknown[] = ["emailCodeWrong", "phoneCodeWrong"] satisfies ErrorKey[];

/** A code holds for ten minutes from its sending, which is a minute before another may be sent. */
const HOLDS_MS = 9 * 60_000;

/** A code that was asked for, and how often it was entered wrong. */
interface Sent {
  to: string;
  under: boolean;
  readyAt: number;
  wrong: number;
}

/** What is under way from before; nothing once the code is over, or where the clock was set. */
function sentBefore({ sentTo, readyAt, wrong }: Partial<KeptContact>) {
  const ready = Number(readyAt);
  if (sentTo === undefined || !(Math.abs(Date.now() - ready) < HOLDS_MS)) return undefined;
  return { to: sentTo, under: true, readyAt: ready, wrong: Number(wrong ?? 0) };
}

/**
 * An e-mail address or a phone number that is proven by a code. What was sent counts for the contact
 * that it was sent to: change a letter and it is unproven, change it back and the code still holds.
 */
export function useContactCode(calls: CodeCalls) {
  const { before = {} } = calls;
  const [typed, setTyped] = useState(before.typed ?? "");
  const [code, setCode] = useState("");
  const [sent, setSent] = useState<Sent | undefined>(() => sentBefore(before));
  const [verified, setVerified] = useState<string>();
  const [failure, setFailure] = useState<{ at: "contact" | "code"; of: string; why: CodeFailure }>();
  const [busy, setBusy] = useState<"sending" | "verifying">();
  // State lags by a render: two presses in one frame must not send two codes.
  const running = useRef(false);

  const value = typed.replace(/\s/g, "");
  const current = sent?.to === value ? sent : undefined;
  const told = failure?.of === value ? failure : undefined;
  const kept: KeptContact = { typed };
  // A code that was right is used up.
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
    /** To be given as `before` when the page is loaded again. */
    kept,
    /** What is to be proven, without spaces. */
    value,
    code,
    changeCode: (digits: string) => {
      setCode(digits);
      if (failure?.at === "code" && digits !== "") setFailure(undefined);
    },
    busy,
    /** A code is under way to `value`. */
    sent: current?.under ?? false,
    readyAt: current?.readyAt ?? 0,
    verified: verified !== undefined && verified === value,
    contactFailure: told?.at === "contact" ? told.why : undefined,
    codeFailure: told?.at === "code" ? told.why : undefined,

    send: () =>
      run("sending", async () => {
        const answer = await calls.send(value);
        setCode("");
        // Where there has to be a wait, the code is the one from before.
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
        // A wrong code is typed anew; one that could not be checked is kept.
        if (!(why instanceof Object && "key" in why && why.key === "offline")) setCode("");
      }),

    /** The server takes the proof back, or never had it. */
    refuse: (why: CodeFailure = "refused") => {
      setVerified(undefined);
      setSent(undefined);
      setCode("");
      setFailure({ at: "contact", of: value, why });
    },
  };
}

export type ContactCodeState = ReturnType<typeof useContactCode>;
