import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";
import { formatShortId } from "../../i18n/format";

const SHORT_ID = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** The short id in what was typed or scanned; other identifiers never lead to a name. */
export function shortIdOf(recipient: string): string | undefined {
  const plain = recipient.replace(/[\s-]/g, "").toUpperCase();
  // Digits alone are a phone number.
  return SHORT_ID.test(plain) && !/^\d+$/.test(plain) ? plain : undefined;
}

/** As the receipt will show it: ids and phone numbers in fours. */
export function shownRecipient(recipient: string): string {
  const plain = recipient.replace(/[\s-]/g, "").toUpperCase();
  return /^\d{8}$/.test(plain) || shortIdOf(plain) ? formatShortId(plain) : recipient;
}

const recipientQuery = (shortId: string) =>
  queryOptions({
    queryKey: ["recipient", shortId],
    queryFn: ({ signal }) =>
      call("get", "/api/transaction/recipient/{shortId}", { path: { shortId }, signal }),
    // Looks are counted, and a name does not change while it is being read.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
    retry: (count, error) => count < 1 && !(error instanceof ApiProblem),
  });

/** The covered name of whoever has that short id, "…" until it has come; undefined where none is ever told. */
export function useRecipientName(recipient: string): string | undefined {
  const shortId = shortIdOf(recipient);
  const preview = useQuery({ ...recipientQuery(shortId ?? ""), enabled: shortId !== undefined });
  if (shortId === undefined) return undefined;
  // Its line stays, come what may: the balance below must not move while it is read.
  return preview.data?.name ?? (preview.isPending ? "…" : "—");
}
