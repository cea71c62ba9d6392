import { keepBalance } from "../../api/balance";
import { call } from "../../api/call";
import type { Item } from "../../api/items";
import { intent } from "../../api/offline/intent";
import { once } from "../../api/offline/once";
import { ApiProblem, isUnauthorized, NetworkError } from "../../api/problem";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";

type Redemption = components["schemas"]["Redemption"];

/**
 * The result of a purchase. `wallet`, `unavailable` and `failed` carry the server's message. `failed` is a
 * server error and `silent` means no response: in both cases the result is unknown. `signedOut`: the
 * session ended and login has begun.
 */
export type PurchaseOutcome =
  | { kind: "bought"; redemption: Redemption; balance: number }
  | { kind: "insufficient" }
  | { kind: "wallet"; said: string }
  | { kind: "unavailable"; said: string | undefined }
  | { kind: "failed"; said: string }
  | { kind: "silent" }
  | { kind: "signedOut" };

// Retries send the same idempotency key, so the member cannot pay twice.
const RETRY_AFTER_MS = [1000, 3000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const unanswered = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiProblem && error.status >= 500);

/** Buys one of an item. Confirming again after a lost response retries the same purchase. */
export async function purchase(
  item: Item,
  walletAddress: string | undefined,
  waits: readonly number[] = RETRY_AFTER_MS,
): Promise<PurchaseOutcome> {
  const order = { quantity: 1, ...(walletAddress ? { walletAddress } : {}) };
  // One intent per item: another purchase in between must not drop the key of an open one.
  const purpose = intent(`purchase:${item._id}`, order);
  const send = () =>
    once(purpose, (key) =>
      call("post", "/api/redeem/purchase/{id}", {
        path: { id: item._id },
        headers: { "Idempotency-Key": key },
        body: order,
      }),
    );
  for (const wait of [...waits, undefined]) {
    try {
      const { points, redemption } = await send();
      keepBalance(points);
      refresh();
      return { kind: "bought", redemption, balance: points };
    } catch (error) {
      if (unanswered(error) && wait !== undefined) await pause(wait);
      else return refused(error);
    }
  }
  return { kind: "silent" };
}

function refused(error: unknown): PurchaseOutcome {
  refresh();
  if (unanswered(error))
    return error instanceof ApiProblem && error.message
      ? { kind: "failed", said: error.message }
      : { kind: "silent" };
  if (isUnauthorized(error)) return { kind: "signedOut" };
  if (!(error instanceof ApiProblem)) throw error;
  if (error.code === "insufficient_points") return { kind: "insufficient" };
  // The programme requires a wallet since this page was loaded, so the settings are fetched again.
  if (error.code === "wallet_required")
    void queryClient.invalidateQueries({ queryKey: programmeQuery().queryKey });
  if (error.code === "wallet_required" || error.code === "invalid_wallet_address")
    return { kind: "wallet", said: error.message };
  // `item_unavailable` has a text of our own. For other reasons the server's message is more precise.
  return { kind: "unavailable", said: error.code === "item_unavailable" ? undefined : error.message };
}

/** Refetches all that a purchase may change: stock, quota, coupons, transactions and balance. */
function refresh() {
  for (const key of ["items", "redemptions", "transactions", "user"])
    void queryClient.invalidateQueries({ queryKey: [key] });
}
