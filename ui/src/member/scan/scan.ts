import { call } from "../../api/call";
import { cachedUser } from "../../api/member";
import { intent, isFinal } from "../../api/offline/intent";
import { savedMemberDraft, saveMemberDraft } from "../../api/offline/memberDraft";
import { once } from "../../api/offline/once";
import { ApiProblem, isUnauthorized, NetworkError } from "../../api/problem";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { openIntents } from "../../device/openIntents";
import { inTab } from "../../device/storage";

type Scanned = components["schemas"]["ScanAnswer"];
type Gift = NonNullable<Scanned["gift"]>;
export type GivenCoupon = Extract<Gift, { kind: "item" }>;
/** An earn link gives points, and never a gift. */
type Collected = Pick<Scanned, "message" | "points" | "balance" | "gift">;

/**
 * The result of a scan: redeemed, refused with the server's message, without a final response, or kept
 * until after login because the session ended.
 */
export type ScanOutcome =
  | { kind: "redeemed"; said: string; points: number; balance: number; gift?: Gift | undefined }
  | { kind: "refused"; code: string; said: string | undefined }
  | { kind: "unanswered"; offline: boolean; said: string | undefined }
  | { kind: "signedOut" };

const KIND = "scan";
/** The intent of one code; it is the member's own, and kept in this tab. */
const purposeOf = (text: string) => intent(KIND, text, { strings: inTab, owner: cachedUser()?._id });

/** The code that had no final response before a reload. */
export function keptCode(): string | undefined {
  adoptOldScan();
  const [open] = openIntents(KIND, cachedUser()?._id, [inTab]);
  return typeof open?.request === "string" ? open.request : undefined;
}

/** Takes over the scan that an earlier version of the app left open: it kept the code beside its key. */
function adoptOldScan() {
  const { text } = savedMemberDraft<{ text: string }>(KIND);
  inTab.remove(KIND);
  if (text !== undefined) purposeOf(text);
}

/** Drops a code that had no final response. */
export function dropCode(text: string) {
  purposeOf(text).settle();
}

/** The last typed code that was refused. Unlike a scanned one, it may need only one letter corrected. */
const REFUSED = "scan:refused";
export const refusedCode = () => savedMemberDraft<{ text: string }>(REFUSED).text;
export const keepRefused = (text: string) => saveMemberDraft(REFUSED, { text });

/** An earn link that a till printed or a counter shows, with or without the address before it. */
const EARN_LINK = /(?:^|\/earn\/)E[12]~\S+$/;

/** Asks the server for the points of a code: one of a campaign, or an earn link. */
function collect(text: string, key: string) {
  const headers = { "Idempotency-Key": key };
  return EARN_LINK.test(text)
    ? call("post", "/api/redeem/earnLink", { headers, body: { link: text } })
    : call("post", "/api/redeem/scanQR", { headers, body: { qr: { text } } });
}

/** Redeems the text of a QR code. Until there is a final response, a retry is the same scan. */
export async function redeemCode(text: string): Promise<ScanOutcome> {
  adoptOldScan();
  try {
    const answer: Collected = await once(purposeOf(text), (key) => collect(text, key));
    const { message, points, balance, gift } = answer;
    inTab.remove(REFUSED);
    // The balance, the transactions and perhaps the coupons have changed.
    void queryClient.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== "auth" });
    return { kind: "redeemed", said: message, points, balance, ...(gift ? { gift } : {}) };
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
  // `invalid_qr` has a text of our own. For other reasons the server's message is more precise.
  return { kind: "refused", code: error.code, said: error.code === "invalid_qr" ? undefined : said };
}
