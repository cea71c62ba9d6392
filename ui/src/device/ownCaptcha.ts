import type { Challenge } from "./proofOfWork";

/** A solved captcha, and when it expires (ms since 1970). */
export interface Proof {
  payload: string;
  expiresAt: number;
}

/** Fetches a challenge and solves it. The solver is loaded on first use. */
export async function solveOwnCaptcha(challengeUrl: string, signal: AbortSignal): Promise<Proof> {
  const [{ solve, payloadOf }, challenge] = await Promise.all([
    import("./proofOfWork"),
    fetchChallenge(challengeUrl, signal),
  ]);
  const solution = await solve(challenge, signal);
  const { expiresAt } = challenge.parameters;
  return {
    payload: payloadOf(challenge, solution),
    expiresAt: expiresAt === undefined ? Number.POSITIVE_INFINITY : expiresAt * 1000,
  };
}

async function fetchChallenge(address: string, signal: AbortSignal): Promise<Challenge> {
  const url = new URL(address, window.location.origin);
  if (url.origin !== window.location.origin) throw new Error("a challenge from elsewhere");
  const response = await globalThis.fetch(url, {
    credentials: "same-origin",
    headers: { Accept: "application/json" },
    signal,
  });
  if (!response.ok) throw new Error(`no challenge: ${response.status}`);
  return response.json();
}
