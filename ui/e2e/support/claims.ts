import { randomUUID } from "node:crypto";
import { call, type Member, staffToken, tokenOf } from "./people";
import type { Server } from "./server";
import { today } from "./today";

const OPERATOR = "operator@kapok.example";

export interface MadeClaim {
  _id: string;
  number: string;
}

/** A member claims the points of a purchase of today, at the demo's merchant unless another partner is named. */
export async function newClaim(
  server: Server,
  member: Member,
  amountHkd: string,
  receipt: string,
  partner?: string,
): Promise<MadeClaim> {
  const token = await staffToken(server, "merchant@kapok.example");
  const partnerId = partner ?? (await call(server, "GET", "/api/staff/me", { token })).partnerId;
  const { claim } = await call(server, "POST", "/api/claims", {
    token: await tokenOf(server, member.email),
    headers: { "Idempotency-Key": randomUUID() },
    body: { partner: partnerId, day: today(), amountHkd, receipt, note: "The till could not read my code." },
  });
  return claim;
}

/** An operator answers a claim, or asks its member; gives it as the desk has it. */
export async function answer(
  server: Server,
  { _id }: MadeClaim,
  what: "approve" | "refuse" | "ask",
  body: object,
) {
  return await call(server, "POST", `/api/admin/claims/${_id}/${what}`, {
    token: await staffToken(server, OPERATOR),
    headers: { "Idempotency-Key": randomUUID() },
    body,
  });
}

/** An operator undoes a transaction. */
export async function reverse(server: Server, transaction: string, reason: string) {
  await call(server, "POST", `/api/admin/transactions/${transaction}/reverse`, {
    token: await staffToken(server, OPERATOR),
    headers: { "Idempotency-Key": randomUUID() },
    body: { reason },
  });
}

/** Gives all claims that wait to the owner, so that they are not the next ones of an operator. */
export async function giveToOwner(server: Server) {
  const token = await staffToken(server, "owner@kapok.example");
  const { _id: staff } = await call(server, "GET", "/api/staff/me", { token });
  const waiting: MadeClaim[] = await call(server, "GET", "/api/admin/claims?limit=500", { token });
  if (waiting.length === 0) return;
  const ids = waiting.map(({ _id }) => _id);
  await call(server, "POST", "/api/admin/claims/assign", { token, body: { ids, staff } });
}
