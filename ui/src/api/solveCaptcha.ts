import { solveOwnCaptcha } from "../device/ownCaptcha";
import { loadWords } from "../i18n/i18n";
import { programmeQuery } from "./programme";
import { queryClient } from "./queries";

/** Where the embedded captcha hands out its work. */
const CHALLENGE = "/api/captcha/challenge";

/** A person's proof as this programme wants it; undefined when the person would rather not. */
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
