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
/** The time for which the server keeps a registration (contract, section 3). */
const KNOWN_MS = 30 * 60 * 1000;

/** The registration from before a reload: a code on its way belongs to it. */
function keptRegistration(): Registration | undefined {
  const { made, begun = 0 } = savedMemberDraft<{ made: Registration; begun: number }>(KEPT);
  return Date.now() - begun < KNOWN_MS ? made : undefined;
}

/** Drops the registration when the member leaves the sign-up. */
export const dropRegistration = () => inTab.remove(KEPT);

/** The registration that the codes of this sign-up belong to. Each visit creates a new one. */
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

/** The id of the registration. A member who is logged in on this device has no effect on it. */
async function registrationHere(age: "kept" | "new") {
  const query = registrationQuery();
  if (age === "new") dropRegistration();
  const { registrationId } =
    age === "kept"
      ? await queryClient.ensureQueryData(query)
      : await queryClient.fetchQuery({ ...query, staleTime: 0 });
  return { registrationId };
}

/** Codes for a sign-up. An expired registration is replaced before sending: the input stays valid. */
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

/** The fields of the first step. */
export type AboutYou = {
  firstName: string;
  lastName: string;
  password: string;
  confirm: string;
  referralCode: string;
};
export type AboutError = "firstNameRequired" | "lastNameRequired" | "weakPassword" | "passwordMismatch";

/** `long`: the programme requires a longer password instead of different kinds of characters. */
export function checkAbout(values: AboutYou, long = false): Partial<Record<keyof AboutYou, AboutError>> {
  const errors: Partial<Record<keyof AboutYou, AboutError>> = {};
  if (values.firstName.trim() === "") errors.firstName = "firstNameRequired";
  if (values.lastName.trim() === "") errors.lastName = "lastNameRequired";
  if (!isStrongPassword(values.password, long)) errors.password = "weakPassword";
  if (values.confirm !== values.password) errors.confirm = "passwordMismatch";
  return errors;
}

/** Timeout of the check below, which delays the second step. */
const PATIENCE_MS = 4_000;

/**
 * Checks the data of the first step on the server before any code is sent. Returns nothing without a
 * response in time: the last step checks again, and a lost connection must not block the member.
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
  /** Verified contacts only; undefined if the member did not choose it. */
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
/** The fields of the first step: a refusal there leads back to it. */
export const ABOUT_PLACES: readonly Place[] = ["firstName", "lastName", "password", "referralCode"];

// Each code of contract section 3 with its field. Keys have texts of our own, from the specification.
const PLACES = {
  first_name_required: { place: "firstName", key: "firstNameRequired" },
  last_name_required: { place: "lastName", key: "lastNameRequired" },
  // The form already rejects passwords that break a rule it can check.
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

/** Maps each part of a refusal to its field. */
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

/** The result of a sign-up: logged in, created but not logged in, or refused. */
export type Outcome = "in" | "made" | readonly Refusal[];

/**
 * Creates the account and logs the member in. `again` says that an earlier attempt ended with a network
 * error. That attempt may have created the account, so a refusal is checked by a login.
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
    // The new member did not ask to be remembered, so the login form must not offer the previous member.
    forgetRemembered();
    return true;
  } catch {
    return false;
  }
}
