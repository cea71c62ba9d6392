import { keepBalance } from "../../api/balance";
import { call } from "../../api/call";
import type { Item } from "../../api/items";
import { intent } from "../../api/offline/intent";
import { once } from "../../api/offline/once";
import { ApiProblem, isUnauthorized, NetworkError } from "../../api/problem";
import { programmeQuery } from "../../api/programme";
import { queryClient } from "../../api/queries";

/**
 * How a purchase ended. `wallet`, `unavailable` and `failed` carry the server's words; `failed` says that the server
 * itself is in trouble, and like `silent`, which means that no answer came, that nobody knows yet what became of it;
 * `signedOut` that the way to log in has begun.
 */
export type PurchaseOutcome =
  | { kind: "bought"; processing: boolean; points: number; balance: number }
  | { kind: "insufficient" }
  | { kind: "wallet"; said: string }
  | { kind: "unavailable"; said: string | undefined }
  | { kind: "failed"; said: string }
  | { kind: "silent" }
  | { kind: "signedOut" };

// The same key goes along, so trying again cannot pay twice.
const RETRY_AFTER_MS = [1000, 3000];

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const unanswered = (error: unknown) =>
  error instanceof NetworkError || (error instanceof ApiProblem && error.status >= 500);

/** Buys one of an item. A confirmation whose answer got lost is the same purchase when it is confirmed again. */
export async function purchase(
  item: Item,
  walletAddress: string | undefined,
  waits: readonly number[] = RETRY_AFTER_MS,
): Promise<PurchaseOutcome> {
  const order = { quantity: 1, ...(walletAddress ? { walletAddress } : {}) };
  // A slot for each item: buying something else in between must not forget an order that is still open.
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
      return {
        kind: "bought",
        processing: redemption.status === "processing",
        points: redemption.points,
        balance: points,
      };
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
  // This page came from before a restart that asks for wallets: how the programme is set up now is to be fetched.
  if (error.code === "wallet_required")
    void queryClient.invalidateQueries({ queryKey: programmeQuery().queryKey });
  if (error.code === "wallet_required" || error.code === "invalid_wallet_address")
    return { kind: "wallet", said: error.message };
  // That it is not available is our own sentence; any other reason the server knows better.
  return { kind: "unavailable", said: error.code === "item_unavailable" ? undefined : error.message };
}

/** Stock, quota, coupons and the statement may all have moved. */
function refresh() {
  for (const key of ["items", "redemptions", "transactions", "user"])
    void queryClient.invalidateQueries({ queryKey: [key] });
}
