import { type Answer, call } from "../../api/call";
import { type IntentPlace, intent, isFinal } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";
import { openIntents } from "../../device/openIntents";
import { inTab } from "../../device/storage";
import { isRefused, lookAgain, tillQuery } from "./till";
import { COUNTER_KINDS, tillIntents } from "./tillIntents";

export type Awarded = Answer<paths["/api/merchant/award"]["post"]>;
export type Found = Answer<paths["/api/merchant/lookup"]["post"]>;

/** One purchase of one member, as the cashier confirmed it. */
export interface Order {
  member: Found;
  amountHkd: string;
  enjoyCard: boolean;
  receipt: string;
  /** Quantities of carbon factors; absent in an order of an earlier version. */
  carbon?: { factorId: string; quantity: string }[];
  /** The time at which the order was confirmed, by this device's clock. */
  begun: number;
  /** The cashier; the server scopes idempotency keys by cashier. */
  by: string;
}

/** An order that is not confirmed yet. */
export type Draft = Omit<Order, "begun">;

export interface Done {
  order: Order;
  awarded: Awarded;
}

// Per tab only: it survives a reload, and is not an order yet.
const DRAFT_SLOT = "counter:draft";

/** The place of the signed-in cashier's open intents until the server answers. */
function unfinished(): IntentPlace {
  const till = queryClient.getQueryData(tillQuery().queryKey);
  return till?.signedIn ? tillIntents(till._id, till.signedIn._id) : { strings: inTab };
}

/**
 * Decides whether a failure ends an intent: a final refusal does; a lost connection does not. A failure about
 * the till or the session makes the app check both again, and the order may continue.
 */
export function settleOrLookAgain(error: unknown, meant: { settle(): void }) {
  if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
  else if (error instanceof ApiProblem && isFinal(error.status)) meant.settle();
}

/** The cashier's request, kept beside its open intent so that its result can be fetched later. */
function keptOf<T extends { by: string }>(kind: string, by: string): T | undefined {
  const { strings, owner } = unfinished();
  const note = openIntents<T>(kind, owner, [strings])[0]?.note;
  return note?.by === by ? note : undefined;
}

/** The unconfirmed order of this cashier from before they left the counter, if any. */
export const keptOrder = (by: string) => keptOf<Order>(COUNTER_KINDS.award, by);
/** The unconfirmed coupon handover of this cashier from before they left the counter, if any. */
export const keptHandOver = (by: string) => keptOf<HandOver>(COUNTER_KINDS.card, by);

/** The draft of this cashier from before a reload, if any. */
export function keptDraft(by: string): Draft | undefined {
  try {
    const draft: Draft | null = JSON.parse(inTab.get(DRAFT_SLOT) ?? "null");
    return draft?.by === by ? draft : undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(draft: Draft | undefined) {
  if (draft) inTab.set(DRAFT_SLOT, JSON.stringify(draft));
  else inTab.remove(DRAFT_SLOT);
}

export function lookUp(member: string): Promise<Found> {
  return call("post", "/api/merchant/lookup", { body: { member } });
}

function bodyOf({ member, amountHkd, enjoyCard, receipt, carbon = [] }: Order) {
  return {
    member: member.shortId,
    amountHkd,
    enjoyCard,
    ...(receipt.trim() !== "" && { receipt: receipt.trim() }),
    ...(carbon.length > 0 && { carbon }),
  };
}

interface Begun<T> {
  ask(): Promise<T>;
  settle(): void;
}

/** Creates the idempotency key of a request and stores it before sending; the same request gets the same key. */
function begin<T>(
  kind: string,
  request: unknown,
  send: (headers: { "Idempotency-Key": string }) => Promise<T>,
  note?: object,
): Begun<T> {
  const meant = intent(kind, request, unfinished(), note);
  return { ask: () => send({ "Idempotency-Key": meant.key }), settle: meant.settle };
}

export function beginAward(order: Order): Begun<Awarded> {
  const body = bodyOf(order);
  const send = (headers: { "Idempotency-Key": string }) =>
    call("post", "/api/merchant/award", { headers, body });
  return begin(COUNTER_KINDS.award, body, send, order);
}

export const beginUndo = (id: string) =>
  begin(COUNTER_KINDS.undo, id, (headers) =>
    call("post", "/api/merchant/award/{id}/undo", { path: { id }, headers }),
  );

export const beginSlip = (id: string) =>
  begin(COUNTER_KINDS.slip, id, (headers) =>
    call("post", "/api/merchant/award/{id}/slip", { path: { id }, headers }),
  );

/**
 * The reason and the proof with which a supervisor takes an award back after five minutes. A manager who is
 * signed in needs no PIN.
 */
export interface TakeBack {
  reason: string;
  supervisorId?: string;
  pin?: string;
}

export const beginTakeBack = (id: string, body: TakeBack) =>
  begin(COUNTER_KINDS.undo, `take-back ${id}`, (headers) =>
    call("post", "/api/merchant/award/{id}/take-back", { path: { id }, headers, body }),
  );

export type CouponCheck = Answer<paths["/api/merchant/verify"]["post"]>;

export function verify(code: string): Promise<CouponCheck> {
  return call("post", "/api/merchant/verify", { body: { code } });
}

export const beginCollect = (code: string) =>
  begin(COUNTER_KINDS.collect, code, (headers) =>
    call("post", "/api/merchant/collect", { headers, body: { code } }),
  );

export const beginReturn = (code: string) =>
  begin(COUNTER_KINDS.return, code, (headers) =>
    call("post", "/api/merchant/return", { headers, body: { code } }),
  );

export type MemberSeen = Answer<paths["/api/merchant/member-code"]["post"]>;

/** Returns whether a scanned text is the code of a member's screen, which changes every 30 seconds. */
export const isMemberCode = (text: string) => /^KC-/i.test(text);

export function scanMember(code: string): Promise<MemberSeen> {
  return call("post", "/api/merchant/member-code", { body: { code } });
}

/** Uses a coupon of the member whose code was scanned, once. */
export const beginUse = (code: string, coupon: string) =>
  begin(COUNTER_KINDS.code, { code, coupon }, (headers) =>
    call("post", "/api/merchant/member-code/use", { headers, body: { code, coupon } }),
  );

export type CardChoice = Answer<paths["/api/merchant/card"]["post"]>;
export type HandedOver = Answer<paths["/api/merchant/card/redeem"]["post"]>;

/** The rewards that a card holder can choose here; with the card's PIN also the balance. */
export function ofCard(member: string, pin?: string): Promise<CardChoice> {
  return call("post", "/api/merchant/card", { body: pin === undefined ? { member } : { member, pin } });
}

/** Sets the PIN of a card; a change needs the current PIN. */
export async function setCardPin(member: string, pin: string, currentPin?: string) {
  await call("put", "/api/merchant/card/pin", {
    body: currentPin === undefined ? { member, pin } : { member, pin, currentPin },
  });
}

/** A coupon for a card holder, as the cashier chose it. */
export interface HandOver {
  member: Found;
  item: CardChoice["items"][number];
  /** The balance before, if the card's PIN has opened it. */
  balance?: number | undefined;
  by: string;
}

/** Buys a coupon for a card holder and collects it, once. The PIN is sent and never stored. */
export function beginHandOver(order: HandOver, pin: string | undefined): Begun<HandedOver> {
  const body = { member: order.member.shortId, item: order.item._id };
  const send = (headers: { "Idempotency-Key": string }) =>
    call("post", "/api/merchant/card/redeem", { headers, body: pin === undefined ? body : { ...body, pin } });
  return begin(COUNTER_KINDS.card, body, send, order);
}
