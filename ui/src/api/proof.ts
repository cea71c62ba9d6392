import { provePerson } from "../device/person";
import { loadWords } from "../i18n/i18n";
import { programmeQuery } from "./programme";
import { queryClient } from "./queries";

/** Where the embedded captcha hands out its work. */
const CHALLENGE = "/api/captcha/challenge";

/** A person's proof as this programme wants it; undefined when the person would rather not. */
export async function prove(): Promise<string | undefined> {
  const { captcha } = await queryClient.ensureQueryData(programmeQuery());
  const { provider, siteKey } = captcha;
  if (siteKey && (provider === "turnstile" || provider === "hcaptcha" || provider === "recaptcha")) {
    const [{ askPerson }] = await Promise.all([import("../components/askPerson"), loadWords("signup")]);
    return askPerson(provider, siteKey);
  }
  const { payload } = await provePerson(captcha.challengeUrl ?? CHALLENGE, new AbortController().signal);
  return payload;
}
