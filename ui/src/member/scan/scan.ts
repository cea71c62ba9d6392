import { call } from "../../api/call";
import { intent, isFinal } from "../../api/offline/intent";
import { savedMemberDraft, saveMemberDraft } from "../../api/offline/memberDraft";
import { once } from "../../api/offline/once";
import { ApiProblem, isUnauthorized, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import { inTab } from "../../device/storage";

/**
 * What became of a code: redeemed, refused with the server's words, without a final answer yet, or kept by the way
 * to log in.
 */
export type ScanOutcome =
  | { kind: "redeemed"; said: string }
  | { kind: "refused"; code: string; said: string | undefined }
  | { kind: "unanswered"; offline: boolean; said: string | undefined }
  | { kind: "signedOut" };

const SLOT = "scan";
const purposeOf = (text: string) => intent("scan", text);

/** The code that had no final answer before the page was loaded again. */
export function keptCode(): string | undefined {
  return savedMemberDraft<{ text: string }>(SLOT).text;
}

/** Gives a code up that had no final answer. */
export function dropCode(text: string) {
  purposeOf(text).settle();
  inTab.remove(SLOT);
}

/** The typed code that was refused last; another than a scanned one, it may need no more than one letter mended. */
const REFUSED = "scan:refused";
export const refusedCode = () => savedMemberDraft<{ text: string }>(REFUSED).text;
export const keepRefused = (text: string) => saveMemberDraft(REFUSED, { text });

/** Redeems the text of a QR code. Until there is a final answer, sending it again is the same scan. */
export async function redeemCode(text: string): Promise<ScanOutcome> {
  saveMemberDraft(SLOT, { text });
  try {
    const { message } = await once(purposeOf(text), (key) =>
      call("post", "/api/redeem/scanQR", { headers: { "Idempotency-Key": key }, body: { qr: { text } } }),
    );
    inTab.remove(SLOT);
    inTab.remove(REFUSED);
    // The balance moved, and so did the statement and perhaps the coupons.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
    return { kind: "redeemed", said: message };
  } catch (error) {
    return withoutPoints(error);
  }
}

function withoutPoints(error: unknown): ScanOutcome {
  if (isUnauthorized(error)) return { kind: "signedOut" };
  if (error instanceof NetworkError) return { kind: "unanswered", offline: true, said: undefined };
  if (!(error instanceof ApiProblem)) throw error;
  const said = error.message || undefined;
  if (!isFinal(error.status)) return { kind: "unanswered", offline: false, said };
  inTab.remove(SLOT);
  // Our own words serve for a code that nobody knows; why another is refused the server knows better.
  return { kind: "refused", code: error.code, said: error.code === "invalid_qr" ? undefined : said };
}
