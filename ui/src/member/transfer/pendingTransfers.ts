import { cachedUser } from "../../api/member";
import { type Intent, newKey } from "../../api/offline/intent";
import { ALL_STORAGES, PENDING_TRANSFERS, pendingStorage } from "../../device/pendingStorage";
import type { Strings } from "../../device/storage";

/** As long as the server is bound to know a key again. */
const KEPT_MS = 24 * 60 * 60 * 1000;

/** Points that were asked to be sent, and whether they went is not known yet. */
export interface PendingTransfer {
  recipient: string;
  amount: number;
}

interface Kept extends PendingTransfer {
  key: string;
  /** When it was confirmed first, by this device's clock. */
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

/** What the tab or the device keeps of this member's. */
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

/** This member's transfers that stayed without a final answer, the newest first. */
export function pendingTransfers(): readonly PendingTransfer[] {
  return kept(cachedUser()?._id).filter(({ key }) => !onTheirWay.has(key));
}

/** Whether these very points were asked to be sent before, and may be gone. */
export function isPending(order: PendingTransfer): boolean {
  return pendingTransfers().some(isFor(order));
}

// By their keys, in this page.
const onTheirWay = new Set<string>();

/** Whether these very points are being sent by this page now. */
export function isOnItsWay(order: PendingTransfer): boolean {
  return kept(cachedUser()?._id).some((one) => isFor(order)(one) && onTheirWay.has(one.key));
}

/**
 * The key for one look at these points before they are sent: that of a try without an answer, where there is one. It is
 * the same for as long as the look lasts, so that pressing once more after an answer that nobody saw pays nothing more.
 */
export function keyTo(order: PendingTransfer): string {
  return kept(cachedUser()?._id).find(isFor(order))?.key ?? newKey();
}

/**
 * The intent to send these points, kept until it is settled. Each recipient and amount has a key of its own: confirming
 * another transfer in between does not forget one that may have been paid.
 */
export function intentTo(
  order: PendingTransfer,
  key = keyTo(order),
): Intent & { again: boolean; sending(): () => void } {
  // Whoever asks for it: by its answer the session may have ended.
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
