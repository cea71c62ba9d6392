import { ApiProblem } from "./problem";

/** Where the embedded captcha hands out its work. */
const CHALLENGE = "/api/captcha/challenge";

/**
 * Makes a call that the server may want a person's proof for, because much came from this address.
 * The device then works for a moment, nobody has to do anything, and the call is made once more.
 */
export async function withProof<T>(send: (captcha?: { captcha: string }) => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === "captcha_required")) throw error;
    // Fetched when asked for: hardly anybody ever is.
    const { provePerson } = await import("../device/person");
    const { payload } = await provePerson(CHALLENGE, new AbortController().signal);
    return send({ captcha: payload });
  }
}
