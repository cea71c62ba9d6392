import { ApiProblem } from "./problem";

/**
 * Makes a call for which the server may require a captcha after many requests from one address. Our own
 * captcha is a proof of work that the device solves without the person. The call is then made once more.
 */
export async function withCaptcha<T>(send: (captcha?: { captcha: string }) => Promise<T>): Promise<T> {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === "captcha_required")) throw error;
    // Loaded on demand: captchas are rare.
    const { solveCaptcha } = await import("./solveCaptcha");
    const captcha = await solveCaptcha();
    if (captcha === undefined) throw error;
    return send({ captcha });
  }
}
