import { cachedUser } from "../../api/member";
import { type Intent, newKey } from "../../api/offline/intent";
import { ALL_STORAGES, PENDING_TRANSFERS, pendingStorage } from "../../device/pendingStorage";
import type { Strings } from "../../device/storage";

/** How long the server keeps an idempotency key. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** A transfer that was sent, and whose result is unknown. */
export interface PendingTransfer {
  recipient: string;
  amount: number;
}

interface Kept extends PendingTransfer {
  key: string;
  /** When it was first confirmed, by this device's clock. */
  begun: number;
}

const isKept = (one: unknown): one is Kept =>
  typeof one === "object" &&
  one !== null &&
  "key" in one &&
  typeof one.key === "string" &&
  "recipient" in one &&
  typeof one.recipient === "string" &&
  "amount" in one &&
  Number.isSafeInteger(one.amount) &&
  "begun" in one &&
  typeof one.begun === "number";

/** The member's pending transfers in one storage (tab or device). */
function keptIn(strings: Strings, member: string | undefined): Kept[] {
  try {
    const found: Partial<{ member: string; orders: unknown }> | null = JSON.parse(
      strings.get(PENDING_TRANSFERS) ?? "null",
    );
    if (!found || found.member !== member || !Array.isArray(found.orders)) return [];
    return found.orders.filter(isKept).filter(({ begun }) => Date.now() - begun < KEPT_MS);
  } catch {
    return [];
  }
}

function kept(member: string | undefined): Kept[] {
  const all = ALL_STORAGES.flatMap((strings) => keptIn(strings, member));
  return all.filter((one, at) => all.findIndex(({ key }) => key === one.key) === at);
}

function keep(orders: readonly Kept[], member: string | undefined) {
  if (member === undefined) return;
  for (const strings of ALL_STORAGES)
    if (keptIn(strings, member).length > 0) strings.remove(PENDING_TRANSFERS);
  if (orders.length > 0) pendingStorage().set(PENDING_TRANSFERS, JSON.stringify({ member, orders }));
}

const isFor =
  ({ recipient, amount }: PendingTransfer) =>
  (one: PendingTransfer) =>
    one.recipient === recipient && one.amount === amount;

/** This member's transfers without a final response, newest first. */
export function pendingTransfers(): readonly PendingTransfer[] {
  return kept(cachedUser()?._id).filter(({ key }) => !onTheirWay.has(key));
}

/** Whether this transfer was already sent and may have been made. */
export function isPending(order: PendingTransfer): boolean {
  return pendingTransfers().some(isFor(order));
}

// Keys of the transfers that this page is sending.
const onTheirWay = new Set<string>();

/** Whether this page is sending this transfer now. */
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
  const { recipient, amount } = order;
  if (!again) keep([{ recipient, amount, key, begun: Date.now() }, ...kept(member)], member);
  return {
    key,
    again,
    sending: () => {
      onTheirWay.add(key);
      return () => onTheirWay.delete(key);
    },
    settle: () =>
      keep(
        kept(member).filter((one) => one.key !== key),
        member,
      ),
  };
}
