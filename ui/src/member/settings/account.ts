import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem, NetworkError } from "../../api/problem";
import { dropSubscription } from "../../api/push";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { forgetSession } from "../../api/session";
import { download } from "../../device/download";
import { clearTab } from "../../device/nativeApp";
import { forgetPending } from "../../device/pendingStorage";
import { forgetRemembered } from "../../device/remembered";
import { onDevice } from "../../device/storage";

export type Session = components["schemas"]["SessionView"];
/** The reason why it failed: one of our keys or the server's message. */
export type AccountFailure = { key: "offline" | "failed" } | { said: string };
/** The login is too old for this, or the password was wrong. */
export type ProofFailure = { proof: "needed" | "wrong" };

/** The member's sessions, the last seen first. */
export const sessionsQuery = () =>
  queryOptions({
    queryKey: ["sessions"],
    queryFn: ({ signal }) => call("get", "/api/auth/sessions", { signal }),
  });

const learn = () => queryClient.invalidateQueries({ queryKey: sessionsQuery().queryKey });

export async function endSession(id: string): Promise<AccountFailure | undefined> {
  try {
    await call("delete", "/api/auth/sessions/{id}", { path: { id } });
  } catch (error) {
    // The session has already ended, which is the goal.
    if (!(error instanceof ApiProblem && error.status === 404)) return failureOf(error);
  }
  await learn();
  return undefined;
}

/** Ends all other sessions. Returns how many there were. */
export async function endOtherSessions(): Promise<number | AccountFailure> {
  try {
    const { ended } = await call("delete", "/api/auth/sessions");
    await learn();
    return ended;
  } catch (error) {
    return failureOf(error);
  }
}

/** Saves the member's data as a file. Send `currentPassword` only after the server asked for it. */
export async function downloadData(
  currentPassword?: string,
): Promise<AccountFailure | ProofFailure | undefined> {
  try {
    const data = await call("post", "/api/auth/exportAccount", { body: proofOf(currentPassword) });
    download("kapok-data.json", JSON.stringify(data, undefined, 2), "application/json");
    return undefined;
  } catch (error) {
    return proofFailureOf(error, currentPassword) ?? failureOf(error);
  }
}

/** Closes the account permanently. Send `currentPassword` only after the server asked for it. */
export async function closeAccount(
  currentPassword?: string,
): Promise<AccountFailure | ProofFailure | undefined> {
  try {
    await call("post", "/api/auth/deleteAccount", { body: proofOf(currentPassword) });
    forgetHere();
    return undefined;
  } catch (error) {
    return proofFailureOf(error, currentPassword) ?? failureOf(error);
  }
}

const proofOf = (currentPassword: string | undefined) =>
  currentPassword === undefined ? {} : { currentPassword };

function proofFailureOf(error: unknown, given: string | undefined): ProofFailure | undefined {
  const asks = error instanceof ApiProblem && error.code === "reauthentication_required";
  return asks ? { proof: given === undefined ? "needed" : "wrong" } : undefined;
}

function failureOf(error: unknown): AccountFailure {
  if (error instanceof NetworkError) return { key: "offline" };
  return error instanceof ApiProblem && error.message ? { said: error.message } : { key: "failed" };
}

/** Removes everything about the member from this device. */
function forgetHere() {
  dropSubscription().catch(() => {});
  forgetSession();
  forgetRemembered();
  onDevice.remove("credentialId");
  forgetPending();
  clearTab();
  queryClient.clear();
}
