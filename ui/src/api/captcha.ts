import { ApiProblem } from "./problem";

/**
 * Makes a call that the server may want a person's proof for, because much came from this address. Where the
 * proof is our own, the device works for a moment and nobody has to do anything; then the call is made once more.
 */
export async function withCaptcha<T>(send: (captcha?: { captcha: string }) => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === "captcha_required")) throw error;
    // Fetched when asked for: hardly anybody ever is.
    const { solveCaptcha } = await import("./solveCaptcha");
    const captcha = await solveCaptcha();
    if (captcha === undefined) throw error;
    return send({ captcha });
  }
}
