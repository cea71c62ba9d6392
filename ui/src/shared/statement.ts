import { infiniteQueryOptions, queryOptions } from "@tanstack/react-query";
import { call } from "../api/call";
import { nextCursor } from "../api/page";
import type { components } from "../api/schema";
import { formatLongDate, formatShortId } from "../i18n/format";
import { type Language, localized } from "../i18n/language";

export type Transaction = components["schemas"]["Transaction"];

/** The text of a row of the history. For a transfer the app has its own words. */
export type Words =
  | { transfer: "sent" | "received"; who: string | undefined }
  | { name: string; description: string };

export interface Movement {
  transaction: Transaction;
  words: Words;
}

export interface Day {
  /** The date as in the heading. */
  date: string;
  movements: Movement[];
}

/** The member's transactions, page by page, newest first. */
export const statementQuery = () =>
  infiniteQueryOptions({
    queryKey: ["transactions"],
    initialPageParam: "",
    queryFn: async ({ pageParam, signal }) => {
      let next: string | undefined;
      const rows = await call("get", "/api/transaction/listMyTransactions", {
        query: { limit: 30, ...(pageParam && { cursor: pageParam }) },
        signal,
        answered: (headers) => {
          next = nextCursor(headers);
        },
      });
      return { rows, next };
    },
    getNextPageParam: (last) => last.next,
  });

/** One transaction with what its receipt shows beside it. */
export const receiptQuery = (id: string) =>
  queryOptions({
    queryKey: ["transactions", "receipt", id],
    queryFn: ({ signal }) => call("get", "/api/transaction/receipt/{id}", { path: { id }, signal }),
  });

/** The text of a transaction. Undefined if it has none in this language: it is then not shown. */
export function wordsOf(transaction: Transaction, language: Language): Words | undefined {
  const { type, counterparty, itemSnapshot } = transaction;
  if (type === "Transfer - Debit" || type === "Transfer - Credit") {
    // An e-mail address may be as long as a short id.
    const who = counterparty?.includes("@") ? counterparty : counterparty && formatShortId(counterparty);
    return { transfer: type === "Transfer - Debit" ? "sent" : "received", who };
  }
  if (!itemSnapshot) return undefined;
  const name = localized(itemSnapshot.name, language);
  const description = localized(itemSnapshot.description, language);
  return name && description ? { name, description } : undefined;
}

/** The transactions with a text, grouped by day in Hong Kong, in the given order. */
export function daysOf(transactions: readonly Transaction[], language: Language): Day[] {
  const days: Day[] = [];
  for (const transaction of transactions) {
    const words = wordsOf(transaction, language);
    if (!words) continue;
    const date = formatLongDate(transaction.created, language);
    const last = days.at(-1);
    if (last?.date === date) last.movements.push({ transaction, words });
    else days.push({ date, movements: [{ transaction, words }] });
  }
  return days;
}

/** The points of a row: those that wait, of a purchase whose points all wait. */
export const pointsOf = ({ points, pendingPoints }: Transaction) => pendingPoints ?? points;
