import { call } from "../../api/call";
import { ApiProblem, isUnauthorized, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";

/** What became of a code: redeemed, refused with the server's words, not sent at all, or kept by the way to log in. */
export type ScanOutcome =
  | { kind: "redeemed"; said: string }
  | { kind: "refused"; said: string | undefined }
  | { kind: "unsent" }
  | { kind: "signedOut" };

/** Redeems the text of a QR code. Sending it again is safe: a code counts once a member. */
export async function redeemCode(text: string): Promise<ScanOutcome> {
  try {
    const { message } = await call("post", "/api/redeem/scanQR", { body: { qr: { text } } });
    // The balance moved, and so did the statement and perhaps the coupons.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
    return { kind: "redeemed", said: message };
  } catch (error) {
    if (isUnauthorized(error)) return { kind: "signedOut" };
    if (error instanceof NetworkError || (error instanceof ApiProblem && error.status >= 500))
      return { kind: "unsent" };
    if (!(error instanceof ApiProblem)) throw error;
    // Our own words serve for a code that nobody knows; why another is refused the server knows better.
    return { kind: "refused", said: error.code === "invalid_qr" ? undefined : error.message || undefined };
  }
}
