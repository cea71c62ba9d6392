import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";
import { logInByPasskey } from "../../api/staffPasskey";
import { makePasskey, provePasskey } from "../../device/passkeys";
import { forgetTillIntents } from "./tillIntents";

export type Till = Answer<paths["/api/merchant/till"]["get"]>;

/** The till of this device and the signed-in cashier; null if the device is not a till. */
export const tillQuery = () =>
  queryOptions({
    queryKey: ["till"],
    queryFn: async ({ signal }): Promise<Till | null> => {
      try {
        return await call("get", "/api/merchant/till", { signal });
      } catch (error) {
        if (isRefused(error, "till_not_enrolled")) {
          forgetTillIntents();
          return null;
        }
        throw error;
      }
    },
    // Another till may change this meanwhile (lockout, payment, name); each call reports that anyway.
    staleTime: 60_000,
  });

export function isRefused(error: unknown, ...codes: readonly string[]): error is ApiProblem {
  return error instanceof ApiProblem && codes.includes(error.code);
}

export function showTill(till: Till) {
  queryClient.setQueryData(tillQuery().queryKey, till);
}

/** Fetches the till state again: the session may have ended, or the till may be locked. */
export function lookAgain() {
  return queryClient.invalidateQueries({ queryKey: tillQuery().queryKey });
}

export async function signInByPin(cashierId: string, pin: string) {
  const till = await call("post", "/api/merchant/session", { body: { cashierId, pin } });
  byPin = true;
  showTill(till);
}

// Read once by the counter that opens after the sign-in.
let byPin = false;

/** Returns, once, whether the cashier has just signed in by PIN. Then the device lock is offered. */
export function takeByPin(): boolean {
  const was = byPin;
  byPin = false;
  return was;
}

export interface StaffProof {
  email: string;
  password: string;
  /** The second factor, once the server has asked for it. */
  code?: string;
}

/** Signs staff in at this till. Fails with `second_factor_required` if the password is not enough. */
export async function signInAsStaff(proof: StaffProof) {
  await call("post", "/api/staff/login", { body: proof });
  await takeTheTill();
}

/** Signs staff in at this till by passkey. False if the device gave none. */
export async function signInByStaffPasskey(): Promise<boolean> {
  if (!(await logInByPasskey())) return false;
  await takeTheTill();
  return true;
}

/** Unlocks the till if it was locked, which is why staff sign in there. */
async function takeTheTill() {
  try {
    const till = await call("post", "/api/merchant/session/staff");
    if (till.locked) await call("post", "/api/merchant/unlock");
    showTill({ ...till, locked: false });
  } finally {
    // The till's session continues; the staff session must not stay on a shared device.
    await call("post", "/api/staff/logout").catch(() => {});
  }
}

/** Registers this device's lock for the signed-in cashier. False if the device created no passkey. */
export async function keepDeviceLock(till: Till, person: string): Promise<boolean> {
  const asked = await call("post", "/api/merchant/passkey/challenge");
  const credential = await makePasskey({ ...asked, account: `${person} · ${till.name}`, person });
  if (!credential) return false;
  showTill(await call("post", "/api/merchant/passkey", { body: { credential, challenge: asked.challenge } }));
  return true;
}

/** Removes the device lock: the PIN alone signs in again. */
export async function dropDeviceLock() {
  await call("delete", "/api/merchant/passkey");
  await lookAgain();
}

/** Signs a cashier in by this device's lock. False if the device gave nothing. */
export async function signInByDeviceLock(cashierId: string): Promise<boolean> {
  try {
    const asked = await call("post", "/api/merchant/session/passkey/challenge", { body: { cashierId } });
    const credential = await provePasskey(asked);
    if (!credential) return false;
    const body = { credential, challenge: asked.challenge };
    showTill(await call("post", "/api/merchant/session/passkey", { body }));
    return true;
  } catch (error) {
    // The till was locked or its enrolment removed: fetch the state to show the right screen.
    if (isRefused(error, "till_locked", "till_not_enrolled", "not_found")) void lookAgain();
    throw error;
  }
}

export async function signOut() {
  await call("delete", "/api/merchant/session");
  await lookAgain();
}
