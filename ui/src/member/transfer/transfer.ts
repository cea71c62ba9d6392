import { keepBalance } from "../../api/balance";
import { call } from "../../api/call";
import { savedMemberDraft, saveMemberDraft } from "../../api/offline/memberDraft";
import { once } from "../../api/offline/once";
import { ApiProblem, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { inTab } from "../../device/storage";
import { intentTo } from "./pendingTransfers";
import { keepRecipient } from "./recent";

export type Receipt = components["schemas"]["TransferReceipt"];
export type Order = Required<Pick<components["schemas"]["TransferRequest"], "recipient" | "amount">>;
/** The text of the two fields. The amount has only digits. */
export interface Draft {
  recipient: string;
  amount: string;
}

export const EMPTY: Draft = { recipient: "", amount: "" };

/** The order of a draft; undefined until both fields are valid. */
export function orderOf({ recipient, amount }: Draft): Order | undefined {
  const who = recipient.trim();
  const points = Number(amount);
  return who !== "" && Number.isSafeInteger(points) && points >= 1
    ? { recipient: who, amount: points }
    : undefined;
}

const SLOT = "transfer";

/** Stores the draft over a reload, for this member, until the tab is closed. */
export function keepDraft(draft: Draft) {
  saveMemberDraft(SLOT, draft);
}

export function keptDraft(): Draft {
  return { ...EMPTY, ...savedMemberDraft<Draft>(SLOT) };
}

/**
 * Sends the points. The same order sent again before a final response, after a network error or a reload,
 * has the same key and is paid once. So is everything sent under one `key`. Send `currentPassword` only
 * after the server asked for it.
 */
export async function send(order: Order, key?: string, currentPassword?: string): Promise<Receipt> {
  const purpose = intentTo(order, key);
  const arrived = purpose.sending();
  const receipt = await once(purpose, (key) =>
    call("post", "/api/transaction/transfer", {
      headers: { "Idempotency-Key": key },
      body: currentPassword === undefined ? order : { ...order, currentPassword },
    }),
  )
    .catch((error) => {
      // A first attempt that was refused before processing (401, 429) has no unknown result.
      if (!purpose.again && error instanceof ApiProblem && error.status < 500) purpose.settle();
      throw error;
    })
    .finally(arrived);
  // A member who left the screen meanwhile must not find the paid draft there again.
  inTab.remove(SLOT);
  saveMemberDraft(RECEIPT, { receipt });
  keepRecipient(order.recipient);
  keepBalance(receipt.points);
  // A replayed response has the balance of its time, which may be outdated.
  for (const queryKey of [["user"], ["transactions"]]) void queryClient.invalidateQueries({ queryKey });
  return receipt;
}

const RECEIPT = "transfer:receipt";

/** The receipt that was on screen before a reload. */
export function keptReceipt(): Receipt | undefined {
  return savedMemberDraft<{ receipt: Receipt }>(RECEIPT).receipt;
}

/** The reason why the transfer failed: the server's message or one of our keys. */
export type Failure = { said: string } | { key: "refused" | "offline" | "failed" | "unproven" };

/** Returns `needed` if the server needs the password for this transfer, and `wrong` if it refused it. */
export function proofFor(error: unknown): "needed" | "wrong" | undefined {
  if (!(error instanceof ApiProblem)) return undefined;
  if (error.code === "reauth_required") return "needed";
  return error.code === "reauthentication_required" ? "wrong" : undefined;
}

export function failureOf(error: unknown): Failure {
  if (error instanceof NetworkError) return { key: "offline" };
  if (!(error instanceof ApiProblem)) return { key: "failed" };
  if (proofFor(error)) return { key: "unproven" };
  if (error.code === "transfer_refused") return { key: "refused" };
  return error.message ? { said: error.message } : { key: "failed" };
}
