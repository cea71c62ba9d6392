import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate } from "react-router";
import { useLongPasswords } from "../../api/longPasswords";
import { useMemberDraft, useSavedDraft } from "../../api/offline/useMemberDraft";
import { showToast } from "../../kit/dialog/Toaster";
import { type KeptContact, useContactCode } from "../../kit/form/useContactCode";
import { useForm } from "../../kit/form/useForm";
import { usePreloadedMessageScreen } from "../../kit/loading/preloadMessageScreen";
import { useStillHere } from "../../kit/screen/useStillHere";
import { type MessageState, paths } from "../../shared/paths";
import {
  ABOUT_PLACES,
  type AboutError,
  type AboutYou,
  checkAbout,
  dropRegistration,
  type Place,
  type Refusal,
  refusedAtFirst,
  registrationQuery,
  signUp,
  signupCodes,
} from "./signup";
import { useCaptcha } from "./useCaptcha";

/** The widget of another company, if the settings choose one instead of our own proof of work. */
function widgetOf(captcha: { provider: string; siteKey?: string | null } | undefined) {
  const { provider, siteKey } = captcha ?? {};
  if (!siteKey) return undefined;
  return provider === "turnstile" || provider === "hcaptcha" || provider === "recaptcha"
    ? ({ provider, siteKey } as const)
    : undefined;
}

/** Storage key of the draft. A phone may drop the page while the member looks for the code. */
const KEPT = "signup";

type Kept = Record<"firstName" | "lastName", string> & {
  /** As typed, even if empty. Missing while it is still the code of the link. */
  referralCode?: string;
};

/** The state of a sign-up over both steps. */
export function useSignup(given: { referralCode: string; onContinue(): void; onAboutRefused(): void }) {
  const { t } = useTranslation("signup");
  const navigate = useNavigate();
  const here = useStillHere();
  usePreloadedMessageScreen();
  const registration = useQuery(registrationQuery());
  const captcha = registration.data?.captcha;
  const before = useSavedDraft<Kept>(KEPT);
  const email = useContactCode({ ...signupCodes.email, before: useSavedDraft<KeptContact>("signup:email") });
  const phone = useContactCode({ ...signupCodes.phone, before: useSavedDraft<KeptContact>("signup:phone") });
  const person = useCaptcha(captcha?.challengeUrl);
  const [refusals, setRefusals] = useState<readonly (Refusal & { of: string })[]>([]);
  const [busy, setBusy] = useState(false);
  const running = useRef(false);
  const cut = useRef(false);
  const long = useLongPasswords();

  const about = useForm<AboutYou, AboutError>({
    initial: {
      firstName: before.firstName ?? "",
      lastName: before.lastName ?? "",
      password: "",
      confirm: "",
      referralCode: before.referralCode ?? given.referralCode,
    },
    check: (values) => checkAbout(values, long),
    submit: async (values) => {
      const refused = await refusedAtFirst(values);
      if (!here.current) return;
      if (refused.length > 0) refuse(refused);
      else given.onContinue();
    },
  });
  const { firstName, lastName, referralCode } = about.values;
  const typed: Kept = { firstName, lastName };
  if (referralCode !== given.referralCode) typed.referralCode = referralCode;
  useMemberDraft(KEPT, typed);
  useMemberDraft("signup:email", email.kept);
  useMemberDraft("signup:phone", phone.kept);
  // Runs when the member leaves the screen, but not on a reload.
  useEffect(() => dropRegistration, []);

  const valueAt = (place: Place): string => {
    if (place === "email") return email.value;
    if (place === "phone") return phone.value;
    return place === "captcha" || place === "form" ? `${email.value} ${phone.value}` : about.values[place];
  };
  const asksForPerson = captcha !== undefined && captcha.provider !== "none";
  const widget = widgetOf(captcha);
  const contacts = [email, phone].filter(({ value }) => value !== "");
  /** The data that is missing before the account can be created. */
  const left: "contact" | "code" | "person" | undefined =
    contacts.length === 0
      ? "contact"
      : contacts.some(({ verified }) => !verified)
        ? "code"
        : asksForPerson && person.state !== "proven"
          ? "person"
          : undefined;

  function refuse(all: readonly Refusal[]) {
    setRefusals(all.map((refusal) => ({ ...refusal, of: valueAt(refusal.place) })));
    for (const refusal of all) {
      if (refusal.place === "captcha") person.refuse();
      const contact = refusal.place === "email" ? email : refusal.place === "phone" ? phone : undefined;
      contact?.refuse();
    }
    if (all.some(({ place }) => ABOUT_PLACES.includes(place))) given.onAboutRefused();
  }

  async function create(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (running.current || left || captcha === undefined || !about.valid) return;
    running.current = true;
    setBusy(true);
    setRefusals([]);
    try {
      const proof = asksForPerson ? await person.fresh() : undefined;
      if (asksForPerson && proof === undefined) return;
      const account = {
        ...about.values,
        email: email.verified ? email.value : undefined,
        phone: phone.verified ? phone.value : undefined,
        captcha: proof,
      };
      const outcome = await signUp(account, cut.current ? "after a cut line" : "first try");
      if (!here.current) {
        if (outcome === "in" || outcome === "made") showToast(t("made.title"));
        return;
      }
      if (outcome === "in") return navigate(paths.home, { replace: true });
      if (outcome === "made") {
        const made: MessageState = {
          tone: "success",
          title: t("made.title"),
          message: t("made.text"),
          buttonText: t("made.login"),
          buttonLink: paths.login,
        };
        return navigate(paths.message, { replace: true, state: made });
      }
      cut.current = outcome.some((refusal) => "key" in refusal && refusal.key === "offline");
      // A proof is used up once the server checked it. The server checks the first step before it, so our
      // own proof is still valid then. A widget's answer is lost when the widget unmounts.
      const seen = widget !== undefined || !outcome.every(({ place }) => ABOUT_PLACES.includes(place));
      if (!cut.current && seen) person.spent();
      refuse(outcome);
    } finally {
      running.current = false;
      setBusy(false);
    }
  }

  return {
    about,
    long,
    email,
    phone,
    person,
    asksForPerson,
    widget,
    registration,
    left,
    ready: left === undefined && captcha !== undefined,
    busy,
    create,
    /** The reason why the server refused the value at `place`. Undefined once the value has changed. */
    refusal: (place: Place): Refusal | undefined =>
      refusals.find((refusal) => refusal.place === place && refusal.of === valueAt(place)),
  };
}

export type SignupState = ReturnType<typeof useSignup>;
