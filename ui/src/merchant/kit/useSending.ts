import { useEffect, useRef, useState } from "react";
import { ApiProblem, NetworkError } from "../../api/problem";

const PAUSE_MS = 4000;

/** A lost line, and a server that is busy: worth asking again under the same key. */
function passes(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiProblem && (error.status >= 500 || error.code === "rate_limited");
}

export type Sending = "idle" | "sending" | "waiting";

/**
 * One thing at a time, asked again until the server has spoken: however often it is tapped, and
 * however often the line breaks. What is asked must carry a key that makes repeats harmless.
 */
export function useSending() {
  const [state, setState] = useState<Sending>("idle");
  const running = useRef(false);
  const gone = useRef(false);
  const wake = useRef<() => void>(() => {});
  useEffect(() => {
    gone.current = false;
    const again = () => wake.current();
    window.addEventListener("online", again);
    return () => {
      gone.current = true;
      window.removeEventListener("online", again);
      again();
    };
  }, []);
  const pause = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, PAUSE_MS);
      wake.current = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  /**
   * Undefined when something is on its way already, and when nobody is there any more to be told how it
   * ended: what was meant stays open then, and is asked again by whoever comes back. Fails with the
   * server's refusal.
   */
  const send = async <T>(ask: () => Promise<T>): Promise<T | undefined> => {
    if (running.current) return undefined;
    running.current = true;
    try {
      for (;;) {
        setState("sending");
        try {
          const answer = await ask();
          return gone.current ? undefined : answer;
        } catch (error) {
          if (gone.current) return undefined;
          if (!passes(error)) throw error;
          setState("waiting");
          await pause();
          if (gone.current) return undefined;
        }
      }
    } finally {
      running.current = false;
      setState("idle");
    }
  };
  return { state, send, retryNow: () => wake.current() };
}
