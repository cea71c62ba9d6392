import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import { formatShortId } from "../../i18n/format";

const SHORT_ID = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** The short id in a typed or scanned text. Other identifiers never lead to a name. */
export function shortIdOf(recipient: string): string | undefined {
  const plain = recipient.replace(/[\s-]/g, "").toUpperCase();
  // Digits alone are a phone number.
  return SHORT_ID.test(plain) && !/^\d+$/.test(plain) ? plain : undefined;
}

/** The recipient as on the receipt: short ids and phone numbers in groups of four. */
export function shownRecipient(recipient: string): string {
  const plain = recipient.replace(/[\s-]/g, "").toUpperCase();
  return /^\d{8}$/.test(plain) || shortIdOf(plain) ? formatShortId(plain) : recipient;
}

const recipientQuery = (shortId: string) =>
  queryOptions({
    queryKey: ["recipient", shortId],
    queryFn: ({ signal }) =>
      call("get", "/api/transaction/recipient/{shortId}", { path: { shortId }, signal }),
    // The server counts lookups, and a name does not change during a review.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (count, error) => count < 1 && !(error instanceof ApiProblem),
  });

/** The masked name of the member with that short id, "…" while loading; undefined for other identifiers. */
export function useRecipientName(recipient: string): string | undefined {
  const shortId = shortIdOf(recipient);
  const preview = useQuery({ ...recipientQuery(shortId ?? ""), enabled: shortId !== undefined });
  if (shortId === undefined) return undefined;
  // The line stays in any case, so that the balance below does not shift.
  return preview.data?.name ?? (preview.isPending ? "…" : "—");
}
