import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { type UserInfo, userQuery } from "../../api/member";
import { ApiProblem, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { askHostForBiometrics, inNativeApp } from "../../device/nativeApp";
import { makePasskey, passkeysSupported, provePasskey } from "../../device/passkeys";
import { onDevice } from "../../device/storage";

/** Which passkey is this device's; nothing secret, the login asks for it by this. */
const CREDENTIAL = "credentialId";

/** The sign-in is too old for this, or the password given was not right. */
export type PasswordFailure = { key: "passwordNeeded" } | { key: "passwordWrong" };
/** Why biometric login was not switched. */
export type BiometricFailure =
  | PasswordFailure
  /** The native app goes on by itself. */
  | { key: "handedOver" }
  | { key: "unsupported" | "notMade" | "offline" | "failed" }
  | { key: "said"; said: string };

export type Passkey = components["schemas"]["PasskeyInfo"];

/** The member's passkeys, on whatever device. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: ["passkeys"],
    queryFn: ({ signal }) => call("get", "/api/auth/passkeys", { signal }),
  });

/** This device's passkey among the member's; undefined when it has none. */
export function passkeyHere<P extends { credentialId: string }>(all: readonly P[]): P | undefined {
  const kept = onDevice.get(CREDENTIAL);
  return all.find(({ credentialId }) => credentialId === kept);
}

/** Whether this device has registered one, as far as it knows by itself. */
const hasKeptPasskey = () => onDevice.get(CREDENTIAL) !== null;

/**
 * Whether biometric login is on here. A native app keeps its passkey to itself, so there it is on once the member
 * has any; a browser goes by its own, and until the server has told by what the device remembers.
 */
export function isOnHere(
  user: Pick<UserInfo, "biometric"> | undefined,
  passkeys: readonly Passkey[] | undefined,
) {
  if (inNativeApp()) return user?.biometric ?? false;
  return passkeys ? passkeyHere(passkeys) !== undefined : hasKeptPasskey();
}

function learn() {
  void queryClient.invalidateQueries({ queryKey: passkeysQuery().queryKey });
  void queryClient.invalidateQueries({ queryKey: userQuery().queryKey });
}

/**
 * Lets the member in by a finger or a face from now on; undefined when it worked. `currentPassword` is
 * given once the server asked for it.
 */
export async function turnOn(
  user: UserInfo,
  currentPassword?: string,
): Promise<BiometricFailure | undefined> {
  const person = `${user.firstName} ${user.lastName}`.trim();
  const account = user.email ?? user.phone ?? user.shortId;
  if (askHostForBiometrics({ name: account, displayName: person, email: user.email ?? "" }))
    return { key: "handedOver" };
  if (!passkeysSupported()) return { key: "unsupported" };
  try {
    const asked = await call("post", "/api/auth/biometric_challenge", {
      body: { purpose: "register", ...(currentPassword === undefined ? {} : { currentPassword }) },
    });
    const credentialId = await makeOrFind({ ...asked, account, person, attestation: "direct" });
    if (credentialId === undefined) return { key: "notMade" };
    onDevice.set(CREDENTIAL, credentialId);
    learn();
    return undefined;
  } catch (error) {
    if (error instanceof ApiProblem && error.code === "reauthentication_required")
      return { key: currentPassword === undefined ? "passwordNeeded" : "passwordWrong" };
    // The server could not make sense of what the device made.
    if (error instanceof ApiProblem && error.code === "biometric_verification_failed")
      return { key: "notMade" };
    return failureOf(error, "notMade");
  }
}

/** Has a passkey made and told to the server, or finds the one of the member's that this device has already. */
async function makeOrFind(wanted: Parameters<typeof makePasskey>[0]): Promise<string | undefined> {
  try {
    const made = await makePasskey(wanted);
    if (!made) return undefined;
    const { challenge, userId } = wanted;
    const { passkey } = await call("post", "/api/auth/registerBiometric", {
      body: { credential: { ...made, userId, challenge } },
    });
    return passkey.credentialId;
  } catch (error) {
    // So a device says that it has one. The browser forgot which, say with its storage.
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    return (await provePasskey(wanted))?.id;
  }
}

/** Forgets a passkey on the server; undefined when it worked. */
export async function removePasskey({ _id, credentialId }: Passkey): Promise<BiometricFailure | undefined> {
  try {
    await call("delete", "/api/auth/passkeys/{id}", { path: { id: _id } });
  } catch (error) {
    // Gone already, from another device: that is what was asked for.
    if (!(error instanceof ApiProblem && error.status === 404)) return failureOf(error, "failed");
  }
  if (onDevice.get(CREDENTIAL) === credentialId) onDevice.remove(CREDENTIAL);
  learn();
  return undefined;
}

/** `otherwise` is for what the device refused or could not do. */
function failureOf(error: unknown, otherwise: "notMade" | "failed"): BiometricFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  if (error instanceof ApiProblem)
    return error.message ? { key: "said", said: error.message } : { key: "failed" };
  return { key: otherwise };
}
