import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem, NetworkError } from "../../api/problem";
import { dropSubscription } from "../../api/push";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { forgetSession } from "../../api/session";
import { clearTab } from "../../device/nativeApp";
import { forgetPending } from "../../device/pendingStorage";
import { forgetRemembered } from "../../device/remembered";
import { onDevice } from "../../device/storage";

export type Session = components["schemas"]["SessionView"];
/** Why nothing happened: a key of ours, or words of the server's. */
export type AccountFailure = { key: "offline" | "failed" } | { said: string };
/** The sign-in is too old for this, or the password given was not right. */
export type ProofFailure = { proof: "needed" | "wrong" };

/** Where the member is signed in, the one last seen first. */
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
    // Over already: that is what was asked for.
    if (!(error instanceof ApiProblem && error.status === 404)) return failureOf(error);
  }
  await learn();
  return undefined;
}

/** Ends every session but this one; tells how many there were. */
export async function endOtherSessions(): Promise<number | AccountFailure> {
  try {
    const { ended } = await call("delete", "/api/auth/sessions");
    await learn();
    return ended;
  } catch (error) {
    return failureOf(error);
  }
}

/** Saves everything that is held of the member as a file. `currentPassword` once the server asked for it. */
export async function downloadData(
  currentPassword?: string,
): Promise<AccountFailure | ProofFailure | undefined> {
  try {
    const data = await call("post", "/api/auth/exportAccount", { body: proofOf(currentPassword) });
    saveFile("kapok-data.json", JSON.stringify(data, undefined, 2));
    return undefined;
  } catch (error) {
    return proofFailureOf(error, currentPassword) ?? failureOf(error);
  }
}

/** Takes the member out of the programme for good. `currentPassword` once the server asked for it. */
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

function saveFile(name: string, text: string) {
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}

/** Nothing on this device may speak of somebody who has left. */
function forgetHere() {
  dropSubscription().catch(() => {});
  forgetSession();
  forgetRemembered();
  onDevice.remove("credentialId");
  forgetPending();
  clearTab();
  queryClient.clear();
}
