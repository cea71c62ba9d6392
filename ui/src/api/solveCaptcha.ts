import { solveOwnCaptcha } from "../device/ownCaptcha";
import { loadWords } from "../i18n/i18n";
import { programmeQuery } from "./programme";
import { queryClient } from "./queries";

/** The endpoint of the embedded captcha. */
const CHALLENGE = "/api/captcha/challenge";

/** Solves the captcha that this programme uses; undefined when the person cancels. */
export async function solveCaptcha(): Promise<string | undefined> {
  const { captcha } = await queryClient.ensureQueryData(programmeQuery());
  const { provider, siteKey } = captcha;
  if (siteKey && (provider === "turnstile" || provider === "hcaptcha" || provider === "recaptcha")) {
    const [{ askCaptchaWidget }] = await Promise.all([
      import("../kit/dialog/askCaptchaWidget"),
      loadWords("signup"),
    ]);
    return askCaptchaWidget(provider, siteKey);
  }
  const { payload } = await solveOwnCaptcha(captcha.challengeUrl ?? CHALLENGE, new AbortController().signal);
  return payload;
}
