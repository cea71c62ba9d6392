import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { savedMemberDraft, saveMemberDraft } from "../../api/offline/memberDraft";
import { contactCodesWith } from "../../api/oneTimeCodes";
import { ApiProblem, NetworkError, serverMessageIn } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { startSession } from "../../api/startSession";
import { forgetRemembered } from "../../device/remembered";
import { inTab } from "../../device/storage";
import type { ServerMessage } from "../../i18n/serverMessage";
import { isStrongPassword } from "../../kit/form/validation";

type Registration = components["schemas"]["RegistrationAnswer"];

const KEPT = "registration";
/** As long as the server knows a registration (contract, section 3). */
const KNOWN_MS = 30 * 60 * 1000;

/** The registration from before the page was loaded again: a code that is under way belongs to it. */
function keptRegistration(): Registration | undefined {
  const { made, begun = 0 } = savedMemberDraft<{ made: Registration; begun: number }>(KEPT);
  return Date.now() - begun < KNOWN_MS ? made : undefined;
}

/** Whoever leaves the sign-up by themselves has given it up. */
export const dropRegistration = () => inTab.remove(KEPT);

/** The registration that the codes of this sign-up belong to; a new one for each visit. */
export const registrationQuery = () =>
  queryOptions({
    queryKey: ["registration"],
    queryFn: async ({ signal }) => {
      const kept = keptRegistration();
      if (kept) return kept;
      const made = await call("post", "/api/auth/initRegistration", { signal });
      saveMemberDraft(KEPT, { made, begun: Date.now() });
      return made;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

/** The registration by name: whoever is signed in on this device has no part in it. */
async function registrationHere(age: "kept" | "new") {
  const query = registrationQuery();
  if (age === "new") dropRegistration();
  const { registrationId } =
    age === "kept"
      ? await queryClient.ensureQueryData(query)
      : await queryClient.fetchQuery({ ...query, staleTime: 0 });
  return { registrationId };
}

/** Codes for a sign-up, within its registration. One that ran out is begun again: what was typed still counts. */
export const signupCodes = contactCodesWith(async (step, ask) => {
  const here = await registrationHere("kept");
  try {
    return await ask(here);
  } catch (error) {
    const over = error instanceof ApiProblem && error.code === "registration_required";
    if (!over || step === "verify") throw error;
    return ask(await registrationHere("new"));
  }
});

/** What the first step asks for. */
export type AboutYou = {
  firstName: string;
  lastName: string;
  password: string;
  confirm: string;
  referralCode: string;
};
export type AboutError = "firstNameRequired" | "lastNameRequired" | "weakPassword" | "passwordMismatch";

/** `long` is the rule of programmes that ask for length instead of kinds of characters. */
export function checkAbout(values: AboutYou, long = false): Partial<Record<keyof AboutYou, AboutError>> {
  const errors: Partial<Record<keyof AboutYou, AboutError>> = {};
  if (values.firstName.trim() === "") errors.firstName = "firstNameRequired";
  if (values.lastName.trim() === "") errors.lastName = "lastNameRequired";
  if (!isStrongPassword(values.password, long)) errors.password = "weakPassword";
  if (values.confirm !== values.password) errors.confirm = "passwordMismatch";
  return errors;
}

/** How long the way to the second step may wait for that. */
const PATIENCE_MS = 4_000;

/**
 * What the server would refuse of the first step at the end, asked before any code is sent. Where no answer comes in time it
 * is nothing: the last step tells it as well, and a lost line keeps nobody here.
 */
export async function refusedAtFirst(about: AboutYou): Promise<readonly Refusal[]> {
  const registration = queryClient.getQueryData(registrationQuery().queryKey);
  if (!registration) return [];
  const contacts = { email: undefined, phone: undefined, captcha: undefined };
  const body = { ...accountRequest({ ...about, ...contacts }), registrationId: registration.registrationId };
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), PATIENCE_MS);
  try {
    await call("post", "/api/auth/checkRegistration", { body, signal: late.signal });
    return [];
  } catch (error) {
    return refusalsOf(error).filter(({ place }) => ABOUT_PLACES.includes(place));
  } finally {
    clearTimeout(timer);
  }
}

export interface NewAccount extends AboutYou {
  /** Proven ones only; undefined where the member did not choose it. */
  email: string | undefined;
  phone: string | undefined;
  captcha: string | undefined;
}

export function accountRequest(account: NewAccount) {
  const referralCode = account.referralCode.trim();
  return {
    firstName: account.firstName.trim(),
    lastName: account.lastName.trim(),
    userPassword: account.password,
    hasEmail: account.email !== undefined,
    hasPhone: account.phone !== undefined,
    ...(account.email === undefined ? {} : { userEmail: account.email }),
    ...(account.phone === undefined ? {} : { userPhone: account.phone }),
    ...(referralCode === "" ? {} : { referralCode }),
    ...(account.captcha === undefined ? {} : { captcha: account.captcha }),
  };
}

export type Place =
  | "firstName"
  | "lastName"
  | "password"
  | "referralCode"
  | "email"
  | "phone"
  | "captcha"
  | "form";
/** The places of the first step: a refusal there leads back to it. */
export const ABOUT_PLACES: readonly Place[] = ["firstName", "lastName", "password", "referralCode"];

// Each code of contract section 3 and its place; the words are ours where the specification has them.
const PLACES = {
  first_name_required: { place: "firstName", key: "firstNameRequired" },
  last_name_required: { place: "lastName", key: "lastNameRequired" },
  // The form lets none go that breaks a rule it can check.
  weak_password: { place: "password", key: "guessable" },
  invalid_referral_code: { place: "referralCode", key: "invalidReferralCode" },
  invalid_email: { place: "email", key: "invalidEmail" },
  email_not_verified: { place: "email", key: "emailNotVerified" },
  email_in_use: { place: "email", key: "emailInUse" },
  invalid_hong_kong_phone: { place: "phone", key: "invalidPhone" },
  phone_not_verified: { place: "phone", key: "phoneNotVerified" },
  phone_in_use: { place: "phone", key: "phoneInUse" },
  captcha_failed: { place: "captcha", key: "captchaFailed" },
  email_or_phone_required: { place: "form", key: "emailOrPhoneRequired" },
} as const satisfies Record<string, { place: Place; key: string }>;

const FIELDS: Record<string, Place> = {
  firstName: "firstName",
  lastName: "lastName",
  userPassword: "password",
  userEmail: "email",
  userPhone: "phone",
  referralCode: "referralCode",
  captcha: "captcha",
};

type Key = (typeof PLACES)[keyof typeof PLACES]["key"] | "offline" | "failed";
export type Refusal = { place: Place; key: Key } | ({ place: Place } & ServerMessage);

/** Where each part of a refusal belongs. */
export function refusalsOf(error: unknown): Refusal[] {
  if (error instanceof NetworkError) return [{ place: "form", key: "offline" }];
  if (!(error instanceof ApiProblem)) return [{ place: "form", key: "failed" }];
  const parts = error.errors.length > 0 ? error.errors : [{ field: "", code: error.code, message: "" }];
  return parts.map((part): Refusal => {
    const { field, code } = part;
    const known = Object.entries(PLACES).find(([name]) => name === code)?.[1];
    if (known) return known;
    const place = FIELDS[field] ?? "form";
    return { place, ...(serverMessageIn(error, part) ?? { key: "failed" }) };
  });
}

/** How a sign-up ended: signed in, or with an account that waits to be signed in to, or refused. */
export type Outcome = "in" | "made" | readonly Refusal[];

/**
 * Makes the account and signs the member in. `again` says that an earlier try ended with a cut line:
 * it may have made the account, so a refusal is checked by signing in.
 */
export async function signUp(account: NewAccount, again: "first try" | "after a cut line"): Promise<Outcome> {
  try {
    const body = { ...accountRequest(account), ...(await registrationHere("kept")) };
    await call("post", "/api/auth/createAccount", { body });
  } catch (error) {
    if (again === "after a cut line" && error instanceof ApiProblem && (await signIn(account))) return "in";
    return refusalsOf(error);
  }
  return (await signIn(account)) ? "in" : "made";
}

async function signIn({ email, phone, password }: NewAccount): Promise<boolean> {
  try {
    const answer = await call("post", "/api/auth/login", {
      body: { userIdentifier: email ?? phone ?? "", userPassword: password, rememberMe: false },
    });
    if (startSession(answer) !== undefined) return false;
    // Nobody asked this device to remember the new member, and the log in offers whoever was here before no more.
    forgetRemembered();
    return true;
  } catch {
    return false;
  }
}
