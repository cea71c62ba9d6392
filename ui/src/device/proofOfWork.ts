import solverAddress from "altcha/workers/pbkdf2?worker&url";
import { workerAddress } from "./trustedTypes";

/** As `GET challengeUrl` gives it (ALTCHA's protocol, second version). */
export interface Challenge {
  parameters: {
    algorithm: string;
    nonce: string;
    salt: string;
    cost: number;
    keyLength: number;
    keyPrefix: string;
    /** Seconds since 1970. */
    expiresAt?: number;
  };
  signature?: string;
}

interface Solution {
  counter: number;
  derivedKey: string;
  time: number;
}

// More would only make an old phone stutter.
const MOST_WORKERS = 4;
const TIMEOUT_MS = 90_000;

/** Searches for the number that the challenge asks for, off the main thread. Fails when it finds none. */
export async function solve(challenge: Challenge, signal: AbortSignal): Promise<Solution> {
  const count = Math.max(1, Math.min(MOST_WORKERS, navigator.hardwareConcurrency || 2));
  const workers = Array.from({ length: count }, () => new Worker(workerAddress(solverAddress)));
  try {
    return await new Promise<Solution>((resolve, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
      for (const [index, worker] of workers.entries()) {
        worker.onerror = () => reject(new Error("the solver did not start"));
        worker.onmessage = ({ data }: MessageEvent<Solution | { error: unknown } | null>) => {
          if (data && "derivedKey" in data) resolve(data);
          else reject(new Error("the solver found nothing"));
        };
        worker.postMessage({
          type: "work",
          challenge,
          counterStart: index,
          counterStep: count,
          timeout: TIMEOUT_MS,
        });
      }
    });
  } finally {
    for (const worker of workers) worker.terminate();
  }
}

/** What the server checks: the challenge and its solution, in the form that ALTCHA's own widget sends. */
export function payloadOf({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
