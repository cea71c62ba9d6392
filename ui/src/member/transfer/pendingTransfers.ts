import { cachedUser } from "../../api/member";
import { type Intent, newKey } from "../../api/offline/intent";
import { adoptIntents, forgetIntents, keepIntent, openIntents } from "../../device/openIntents";
import { ALL_STORAGES, OLD_TRANSFERS, pendingStorage, TRANSFER } from "../../device/pendingStorage";

/** The time for which the server keeps an idempotency key. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A transfer that was sent, and whose result is unknown. */
export interface PendingTransfer {
  recipient: string;
  amount: number;
}

interface Kept extends PendingTransfer {
  key: string;
}

const isTransfer = (one: unknown): one is PendingTransfer =>
  typeof one === "object" &&
  one !== null &&
  "recipient" in one &&
  typeof one.recipient === "string" &&
  "amount" in one &&
  Number.isSafeInteger(one.amount);

const intentOf = (member: string, { recipient, amount, key }: Kept, since: number) => ({
  kind: TRANSFER,
  owner: member,
  key,
  request: { recipient, amount },
  since,
  until: since + KEPT_MS,
});

/** Takes over the transfers that an earlier version of the app left open. */
function adopt() {
  for (const place of ALL_STORAGES)
    adoptIntents(OLD_TRANSFERS, place, (text) => {
      const { member, orders }: { member: string; orders: (Kept & { begun: number })[] } = JSON.parse(text);
      return orders.filter(isTransfer).map((order) => intentOf(member, order, order.begun));
    });
}

/** The member's pending transfers in this tab and on this device. */
function kept(member: string | undefined): Kept[] {
  adopt();
  if (member === undefined) return [];
  return openIntents(TRANSFER, member).flatMap(({ key, request }) =>
    isTransfer(request) ? [{ ...request, key }] : [],
  );
}

const isFor =
  ({ recipient, amount }: PendingTransfer) =>
  (one: PendingTransfer) =>
    one.recipient === recipient && one.amount === amount;

/** This member's transfers without a final response, newest first. */
export function pendingTransfers(): readonly PendingTransfer[] {
  return kept(cachedUser()?._id).filter(({ key }) => !onTheirWay.has(key));
}

/** Returns whether this transfer was already sent and may have been made. */
export function isPending(order: PendingTransfer): boolean {
  return pendingTransfers().some(isFor(order));
}

// Keys of the transfers that this page is sending.
const onTheirWay = new Set<string>();

/** Returns whether this page is sending this transfer now. */
export function isOnItsWay(order: PendingTransfer): boolean {
  return kept(cachedUser()?._id).some((one) => isFor(order)(one) && onTheirWay.has(one.key));
}

/**
 * The idempotency key for one review of a transfer. An earlier attempt without a response keeps its key. It
 * stays the same during the review: pressing again after a lost response does not pay twice.
 */
export function keyTo(order: PendingTransfer): string {
  return kept(cachedUser()?._id).find(isFor(order))?.key ?? newKey();
}

/**
 * The intent to make this transfer, stored until it is settled. Each recipient and amount has its own key,
 * so another transfer in between does not drop the key of one that may have been made.
 */
export function intentTo(
  order: PendingTransfer,
  key = keyTo(order),
): Intent & { again: boolean; sending(): () => void } {
  // Read before the call: the response may end the session.
  const member = cachedUser()?._id;
  const again = kept(member).some((one) => one.key === key);
  if (!again && member !== undefined)
    keepIntent(intentOf(member, { ...order, key }, Date.now()), pendingStorage());
  return {
    key,
    again,
    sending: () => {
      onTheirWay.add(key);
      return () => onTheirWay.delete(key);
    },
    settle: () => forgetIntents((one) => one.key === key),
  };
}
