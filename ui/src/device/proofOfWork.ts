import solverAddress from "altcha/workers/pbkdf2?worker&url";
import { workerAddress } from "./trustedTypes";

/** The response of `GET challengeUrl` (ALTCHA protocol, version 2). */
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

// More workers would only slow down an old phone.
const MOST_WORKERS = 4;
const TIMEOUT_MS = 90_000;

/** Searches off the main thread for the number that solves the challenge. Fails when there is no solution. */
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

/** The payload that the server verifies: challenge and solution, in the format of ALTCHA's own widget. */
export function payloadOf({ parameters, signature }: Challenge, solution: Solution): string {
  return btoa(JSON.stringify({ challenge: { parameters, signature }, solution }));
}
