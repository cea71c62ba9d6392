import { infiniteQueryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { WaitingPoints } from "../../api/outlook";
import { nextCursor } from "../../api/page";
import type { components } from "../../api/schema";
import { formatLongDate, formatShortId } from "../../i18n/format";
import { type Language, localized } from "../../i18n/language";

export type Transaction = components["schemas"]["Transaction"];

/** The text of a row of the history. For a transfer the app has its own words. */
export type Words =
  | { transfer: "sent" | "received"; who: string | undefined }
  | { name: string; description: string };

/** A row of the history. Points of a purchase that all wait are in no transaction of the member yet. */
export type Listed = Transaction & { pendingUntil?: string };

export interface Movement {
  transaction: Listed;
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
export function daysOf(transactions: readonly Listed[], language: Language): Day[] {
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

/**
 * The transactions, and the awards whose points all wait, newest first. While older pages are missing, older awards
 * wait for them.
 */
export function withWaiting(
  transactions: readonly Transaction[],
  waiting: readonly WaitingPoints[],
  whole: boolean,
): readonly Listed[] {
  const known = new Set(transactions.map(({ _id }) => _id));
  const oldest = transactions.at(-1)?.created ?? "";
  const rows = waiting
    .filter(({ transactionId, created }) => !known.has(transactionId) && (whole || created >= oldest))
    .map(({ transactionId: id, points, day, created, itemSnapshot, lines }) => ({
      _id: id,
      id,
      type: "Earn",
      points,
      created,
      balanceAfter: 0,
      itemSnapshot,
      lines,
      pendingUntil: day,
    }));
  return [...transactions, ...rows].sort((left, right) => right.created.localeCompare(left.created));
}
