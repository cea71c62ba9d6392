import { queryOptions, useQuery } from "@tanstack/react-query";
import { call } from "../../api/call";
import { ApiProblem } from "../../api/problem";

const SHORT_ID = /^[0-9A-HJKMNP-TV-Z]{8}$/;

/** The short id in what was typed or scanned; other identifiers never lead to a name. */
export function shortIdOf(recipient: string): string | undefined {
  const plain = recipient.replace(/[\s-]/g, "").toUpperCase();
  // Digits alone are a phone number.
  return SHORT_ID.test(plain) && !/^\d+$/.test(plain) ? plain : undefined;
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

/** The covered name of whoever has that short id; nothing where it cannot be told. */
export function useRecipientName(recipient: string): string | undefined {
  const shortId = shortIdOf(recipient);
  const preview = useQuery({ ...recipientQuery(shortId ?? ""), enabled: shortId !== undefined });
  return preview.data?.name;
}
