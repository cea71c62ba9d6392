import { type Answer, call } from "../../api/call";
import { type Intent, intent, isFinal } from "../../api/offline/intent";
import { ApiProblem } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { paths } from "../../api/schema";
import { inTab, type Strings } from "../../device/storage";
import { isRefused, lookAgain, tillQuery } from "./till";
import { tillStorage } from "./tillStorage";

export type Awarded = Answer<paths["/api/merchant/award"]["post"]>;
export type Found = Answer<paths["/api/merchant/lookup"]["post"]>;

/** One purchase of one member, as the cashier confirmed it. */
export interface Order {
  member: Found;
  amountHkd: string;
  enjoyCard: boolean;
  receipt: string;
  /** When it was confirmed, by this device's clock. */
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

// Stored beside the idempotency key, so that a returning cashier can find out how the order ended.
const SLOT = "counter:award";
const HAND_OVER_SLOT = "counter:card";
// Per tab only: it survives a reload, and is not an order yet.
const DRAFT_SLOT = "counter:draft";

/** Storage for the open intents of the signed-in cashier until the server answers. */
function unfinished(): Strings {
  const till = queryClient.getQueryData(tillQuery().queryKey);
  return till?.signedIn ? tillStorage(till._id, till.signedIn._id) : inTab;
}

/**
 * What a failure means for an intent: a final refusal ends it; a lost connection does not. A failure about
 * the till or the session makes the app check both again, and the order may continue.
 */
export function settleOrLookAgain(error: unknown, meant: { settle(): void }) {
  if (isRefused(error, "till_locked", "unauthenticated", "till_not_enrolled")) void lookAgain();
  else if (error instanceof ApiProblem && isFinal(error.status)) meant.settle();
}

function keptIn<T extends { by: string }>(slot: string, by: string): T | undefined {
  return parsed<T>(unfinished().get(slot), by);
}

function parsed<T extends { by: string }>(kept: string | null, by: string): T | undefined {
  if (!kept) return undefined;
  try {
    const order: T = JSON.parse(kept);
    return order.by === by ? order : undefined;
  } catch {
    return undefined;
  }
}

/** The unconfirmed order of this cashier from before they left the counter, if any. */
export const keptOrder = (by: string) => keptIn<Order>(SLOT, by);
/** The same for an open coupon handover. */
export const keptHandOver = (by: string) => keptIn<HandOver>(HAND_OVER_SLOT, by);

/** The draft of this cashier from before a reload, if any. */
export const keptDraft = (by: string) => parsed<Draft>(inTab.get(DRAFT_SLOT), by);

export function keepDraft(draft: Draft | undefined) {
  if (draft) inTab.set(DRAFT_SLOT, JSON.stringify(draft));
  else inTab.remove(DRAFT_SLOT);
}

export function lookUp(member: string): Promise<Found> {
  return call("post", "/api/merchant/lookup", { body: { member } });
}

function bodyOf({ member, amountHkd, enjoyCard, receipt }: Order) {
  const body = { member: member.shortId, amountHkd, enjoyCard };
  return receipt.trim() === "" ? body : { ...body, receipt: receipt.trim() };
}

/** Creates the order's idempotency key and stores it before sending; the same order gets the same key. */
export function beginAward(order: Order): { ask(): Promise<Awarded>; settle(): void } {
  const body = bodyOf(order);
  const place = unfinished();
  const meant = intent("counter-award", body, place);
  place.set(SLOT, JSON.stringify(order));
  return {
    ask: () => call("post", "/api/merchant/award", { headers: { "Idempotency-Key": meant.key }, body }),
    settle: () => {
      meant.settle();
      place.remove(SLOT);
    },
  };
}

export function beginUndo(id: string) {
  const meant: Intent = intent("counter-undo", id, unfinished());
  return {
    ask: () =>
      call("post", "/api/merchant/award/{id}/undo", {
        path: { id },
        headers: { "Idempotency-Key": meant.key },
      }),
    settle: () => meant.settle(),
  };
}

export type CouponCheck = Answer<paths["/api/merchant/verify"]["post"]>;

export function verify(code: string): Promise<CouponCheck> {
  return call("post", "/api/merchant/verify", { body: { code } });
}

export function beginCollect(code: string) {
  const meant = intent("counter-collect", code, unfinished());
  return {
    ask: () =>
      call("post", "/api/merchant/collect", {
        headers: { "Idempotency-Key": meant.key },
        body: { code },
      }),
    settle: () => meant.settle(),
  };
}

export function beginReturn(code: string) {
  const meant = intent("counter-return", code, unfinished());
  return {
    ask: () =>
      call("post", "/api/merchant/return", {
        headers: { "Idempotency-Key": meant.key },
        body: { code },
      }),
    settle: () => meant.settle(),
  };
}

export type CardChoice = Answer<paths["/api/merchant/card"]["post"]>;
export type HandedOver = Answer<paths["/api/merchant/card/redeem"]["post"]>;

/** What a card holder can choose here; with the card's PIN also the balance. */
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
export function beginHandOver(
  order: HandOver,
  pin: string | undefined,
): { ask(): Promise<HandedOver>; settle(): void } {
  const body = { member: order.member.shortId, item: order.item._id };
  const place = unfinished();
  const meant = intent("counter-card", body, place);
  place.set(HAND_OVER_SLOT, JSON.stringify(order));
  return {
    ask: () =>
      call("post", "/api/merchant/card/redeem", {
        headers: { "Idempotency-Key": meant.key },
        body: pin === undefined ? body : { ...body, pin },
      }),
    settle: () => {
      meant.settle();
      place.remove(HAND_OVER_SLOT);
    },
  };
}
