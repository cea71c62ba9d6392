import { useEffect, useRef, useState } from "react";
import { ApiProblem, NetworkError } from "../../api/problem";

const PAUSE_MS = 4000;

/** A lost connection or a busy server: retry with the same idempotency key. */
function passes(error: unknown): boolean {
  if (error instanceof NetworkError) return true;
  return error instanceof ApiProblem && (error.status >= 500 || error.code === "rate_limited");
}

export type Sending = "idle" | "sending" | "waiting";

/**
 * Sends one request at a time and retries it until the server answers. Further taps are ignored. The request
 * must carry an idempotency key.
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
   * Returns undefined if a request is in flight already, or if the component unmounted before the answer;
   * the intent then stays open and is retried after the next sign-in. Fails with the server's refusal.
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
