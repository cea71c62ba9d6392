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
  /** By whom: another cashier's key is another key to the server. */
  by: string;
}

/** An order that is still being typed. */
export type Draft = Omit<Order, "begun">;

export interface Done {
  order: Order;
  awarded: Awarded;
}

// Kept beside the key, so that whoever comes back knows what there is to find out about.
const SLOT = "counter:award";
const HAND_OVER_SLOT = "counter:card";
// Of this tab alone: it is for a page that is loaded anew, and no order yet.
const DRAFT_SLOT = "counter:draft";

/** Where the intents of whoever is signed in here are kept until the server has spoken. */
function unfinished(): Strings {
  const till = queryClient.getQueryData(tillQuery().queryKey);
  return till?.signedIn ? tillStorage(till._id, till.signedIn._id) : inTab;
}

/**
 * What a failure means for an intent: a final refusal ends it, and a lost line does not. One about the
 * till or whoever stands there has the app look again, and the order may well go on.
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

/** The order of this cashier that was on its way when the counter was left, if any. */
export const keptOrder = (by: string) => keptIn<Order>(SLOT, by);
/** The same for a coupon that was being handed over. */
export const keptHandOver = (by: string) => keptIn<HandOver>(HAND_OVER_SLOT, by);

/** What this cashier was typing for whom when the page was loaded anew, if anything. */
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

/** The order's own key, kept before anything is sent; the same order gets the same one. */
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

/** What the holder of a card may choose from here; with the card's PIN the balance as well. */
export function ofCard(member: string, pin?: string): Promise<CardChoice> {
  return call("post", "/api/merchant/card", { body: pin === undefined ? { member } : { member, pin } });
}

/** Sets the PIN of a card: a first one, or another one after the one that it has. */
export async function setCardPin(member: string, pin: string, currentPin?: string) {
  await call("put", "/api/merchant/card/pin", {
    body: currentPin === undefined ? { member, pin } : { member, pin, currentPin },
  });
}

/** One coupon for the holder of a card, as the cashier chose it. */
export interface HandOver {
  member: Found;
  item: CardChoice["items"][number];
  /** What was on the card before, where its PIN had opened that. */
  balance?: number | undefined;
  by: string;
}

/** Buys a coupon for the holder of a card and collects it, once. The PIN is sent and never kept. */
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
