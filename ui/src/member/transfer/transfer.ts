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
/** What is to be sent, and to whom. */
export type Order = Required<Pick<components["schemas"]["TransferRequest"], "recipient" | "amount">>;
/** As it stands in the two fields; the amount in digits. */
export interface Draft {
  recipient: string;
  amount: string;
}

export const EMPTY: Draft = { recipient: "", amount: "" };

/** The order that a draft makes once both fields are filled. */
export function orderOf({ recipient, amount }: Draft): Order | undefined {
  const who = recipient.trim();
  const points = Number(amount);
  return who !== "" && Number.isSafeInteger(points) && points >= 1
    ? { recipient: who, amount: points }
    : undefined;
}

const SLOT = "transfer";

/** Keeps what was typed over a reload, for this member and until the tab is closed. */
export function keepDraft(draft: Draft) {
  saveMemberDraft(SLOT, draft);
}

export function keptDraft(): Draft {
  return { ...EMPTY, ...savedMemberDraft<Draft>(SLOT) };
}

/**
 * Sends the points. The same order asked for again before a final answer, after a cut line or a
 * reload, carries the same key and is paid once; so does whatever is sent under one `key`. `currentPassword` is given
 * once the server asked for it.
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
      // A first try that was turned away at the door (401, 429) is no transfer whose end nobody knows.
      if (!purpose.again && error instanceof ApiProblem && error.status < 500) purpose.settle();
      throw error;
    })
    .finally(arrived);
  // Whoever left the screen meanwhile must not find the paid order there again.
  inTab.remove(SLOT);
  saveMemberDraft(RECEIPT, { receipt });
  keepRecipient(order.recipient);
  keepBalance(receipt.points);
  // An answer that is told again tells what was left at the time.
  for (const queryKey of [["user"], ["transactions"]]) void queryClient.invalidateQueries({ queryKey });
  return receipt;
}

const RECEIPT = "transfer:receipt";

/** The receipt that was on screen before the page was loaded again. */
export function keptReceipt(): Receipt | undefined {
  return savedMemberDraft<{ receipt: Receipt }>(RECEIPT).receipt;
}

/** Why the points are still here: words of the server's, or a key of ours. */
export type Failure = { said: string } | { key: "refused" | "offline" | "failed" | "unproven" };

/** Whether the server wants the password beside these points, or did not take the one that it was given. */
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
