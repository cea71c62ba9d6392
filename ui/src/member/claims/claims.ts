import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { intent } from "../../api/offline/intent";
import { once } from "../../api/offline/once";
import { NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";

export type Claim = components["schemas"]["Claim"];
export type Purchase = components["schemas"]["ClaimRequest"];

/** Days after a purchase in which a member can claim, as on the server. */
export const DAYS_TO_CLAIM = 30;
export const LONGEST_NOTE = 300;
export const LONGEST_RECEIPT = 64;

const KEY = "claims";

export const claimsQuery = () =>
  queryOptions({
    queryKey: [KEY],
    queryFn: ({ signal }) => call("get", "/api/claims", { signal }),
  });

export const claimQuery = (id: string) =>
  queryOptions({
    queryKey: [KEY, id],
    queryFn: ({ signal }) => call("get", "/api/claims/{id}", { path: { id }, signal }),
  });

function keep(claim: Claim) {
  queryClient.setQueryData(claimQuery(claim._id).queryKey, claim);
  void queryClient.invalidateQueries({ queryKey: [KEY], exact: true });
}

/** Sends a claim once. A second claim about the same receipt answers with the first one. */
export async function sendClaim(purchase: Purchase) {
  const made = await once(intent("claim", purchase), (key) =>
    call("post", "/api/claims", { headers: { "Idempotency-Key": key }, body: purchase }),
  );
  keep(made.claim);
  return made;
}

export async function sendPhoto(id: string, photo: Blob) {
  keep(await call("put", "/api/claims/{id}/photo", { path: { id }, body: photo }));
}

/** Asks again with new words, or with a new photo that is sent afterwards. */
export async function askAgain(id: string, note: string, newPhoto: boolean) {
  const claim = await once(intent("claim again", { id, note, newPhoto }), (key) =>
    call("post", "/api/claims/{id}/again", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { note, newPhoto },
    }),
  );
  keep(claim);
}

/** Answers the question of the help desk with words, or with a photo that is sent afterwards. */
export async function answerQuestion(id: string, note: string, newPhoto: boolean) {
  const claim = await once(intent("claim answer", { id, note, newPhoto }), (key) =>
    call("post", "/api/claims/{id}/answer", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { note, newPhoto },
    }),
  );
  keep(claim);
}

export async function withdraw(id: string) {
  keep(await call("post", "/api/claims/{id}/withdraw", { path: { id } }));
}

/** The text of a failed call, in the app's words if the server was not reached. */
export function failureText(error: unknown, offline: string): string {
  if (error instanceof NetworkError) return offline;
  return error instanceof Error && error.message ? error.message : offline;
}

/** Today in Hong Kong, as a date field has it. */
export const today = (now = new Date()) =>
  new Intl.DateTimeFormat("en-CA", { timeZone: "Asia/Hong_Kong" }).format(now);

/** That many days before a day. */
export function daysBefore(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() - days);
  return date.toISOString().slice(0, 10);
}

/** A day of the API as a moment of that day, for the formatters. */
export const noonOf = (day: string) => `${day}T12:00:00+08:00`;

/** The amount as the server reads it; undefined if it is none. */
export function amountOf(typed: string): string | undefined {
  const plain = typed.replace(/[,\s]/g, "");
  return /^\d{1,7}(\.\d{1,2})?$/.test(plain) && Number(plain) > 0 ? plain : undefined;
}
