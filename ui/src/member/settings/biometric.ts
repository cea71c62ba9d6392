import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { type UserInfo, userQuery } from "../../api/member";
import { ApiProblem, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { askHostForBiometrics, inNativeApp } from "../../device/nativeApp";
import { makePasskey, passkeysSupported, provePasskey } from "../../device/passkeys";
import { onDevice } from "../../device/storage";

/** Storage key of the id of this device's passkey, which the login requests. Not a secret. */
const CREDENTIAL = "credentialId";

/** The login is too old for this, or the password was wrong. */
export type PasswordFailure = { key: "passwordNeeded" } | { key: "passwordWrong" };
/** The reason why biometric login was not changed. */
export type BiometricFailure =
  | PasswordFailure
  /** The native app continues by itself. */
  | { key: "handedOver" }
  | { key: "unsupported" | "notMade" | "offline" | "failed" }
  | { key: "said"; said: string };

export type Passkey = components["schemas"]["PasskeyInfo"];

/** The member's passkeys on all devices. */
export const passkeysQuery = () =>
  queryOptions({
    queryKey: ["passkeys"],
    queryFn: ({ signal }) => call("get", "/api/auth/passkeys", { signal }),
  });

/** The member's passkey of this device; undefined if it has none. */
export function passkeyHere<P extends { credentialId: string }>(all: readonly P[]): P | undefined {
  const kept = onDevice.get(CREDENTIAL);
  return all.find(({ credentialId }) => credentialId === kept);
}

/** Returns whether this device has stored the id of a passkey. */
const hasKeptPasskey = () => onDevice.get(CREDENTIAL) !== null;

/**
 * Returns whether biometric login is on for this device. The passkey of a native app is unknown to the page,
 * so in the app any passkey counts. A browser checks its own passkey, and uses the stored id until the
 * server's list loads.
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
 * Turns biometric login on. Returns undefined on success. Send `currentPassword` only after the server
 * asked for it.
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
    // The server could not verify the device's new passkey.
    if (error instanceof ApiProblem && error.code === "biometric_verification_failed")
      return { key: "notMade" };
    return failureOf(error, "notMade");
  }
}

/** Creates a passkey and registers it, or finds the one that this device already has for the member. */
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
    // The device already has a passkey, but its stored id is lost, for example with cleared storage.
    if (!(error instanceof DOMException && error.name === "InvalidStateError")) throw error;
    return (await provePasskey(wanted))?.id;
  }
}

/** Removes a passkey from the server. Returns undefined on success. */
export async function removePasskey({ _id, credentialId }: Passkey): Promise<BiometricFailure | undefined> {
  try {
    await call("delete", "/api/auth/passkeys/{id}", { path: { id: _id } });
  } catch (error) {
    // Already removed by another device, which is the goal.
    if (!(error instanceof ApiProblem && error.status === 404)) return failureOf(error, "failed");
  }
  if (onDevice.get(CREDENTIAL) === credentialId) onDevice.remove(CREDENTIAL);
  learn();
  return undefined;
}

/** `otherwise` is the failure if the device refused or was not able to. */
function failureOf(error: unknown, otherwise: "notMade" | "failed"): BiometricFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  if (error instanceof ApiProblem)
    return error.message ? { key: "said", said: error.message } : { key: "failed" };
  return { key: otherwise };
}
