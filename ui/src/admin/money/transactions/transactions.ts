import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Transaction = components["schemas"]["AdminTransaction"];

/** One transaction with its related records. The server audits each fetch. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "transactions", "one", id],
    queryFn: ({ signal }) => call("get", "/api/admin/transactions/{id}", { path: { id }, signal }),
  });

/** Transaction types as in the ledger. */
export const TYPES = [
  "Transfer",
  "Earn",
  "Redeem",
  "Earn - Release",
  "Redeem - Hold",
  "Redeem - Refund",
  "Referral",
  "Campaign",
  "Adjustment",
  "Expiry",
  "Reversal",
] as const;

/**
 * Returns whether a transaction can be reversed. Transactions into or out of escrow (an exchange held,
 * confirmed or returned) are undone in another way, as is the release of points that waited. A reversal
 * cannot be reversed.
 */
export const isReversible = ({ reversed, type, postings }: Transaction) =>
  !reversed &&
  type !== "Reversal" &&
  type !== "Earn - Release" &&
  postings.every(({ account }) => account !== "escrow");

/** The members of a transaction, each once. */
export const membersOf = ({ postings }: Pick<Transaction, "postings">) => [
  ...new Map(postings.flatMap(({ member }) => (member ? [[member._id, member]] : []))).values(),
];

/** The line that a transaction is about: that of its first member, or the first one. */
export const leadingLine = ({ postings }: Pick<Transaction, "postings">) => {
  const line = postings.find(({ member }) => member) ?? postings[0];
  return { points: line?.points ?? 0, member: line?.member };
};

/**
 * The parts of the points for a purchase that gave some. A rule that a limit left without points is among the rules that
 * gave nothing.
 */
export const partsGiven = ({ lines = [], missedRules }: Pick<Transaction, "lines" | "missedRules">) =>
  lines.filter(
    ({ rule, points }) => points > 0 || !missedRules?.rules.some((missed) => missed.rule === rule),
  );

/** A type in the reader's language. */
export function useTypeName() {
  const { t } = useTranslation("adminMoney");
  return (type: string) => {
    const known = TYPES.find((one) => one === type);
    return known ? t(`types.${known}`) : type;
  };
}

const ACCOUNTS = ["issuance", "redemption", "escrow", "expiry", "pending"] as const;

/** The label of one of the programme's own accounts. */
export function useAccountName() {
  const { t } = useTranslation("adminMoney");
  return (account: string) => {
    const known = ACCOUNTS.find((one) => one === account);
    return known ? t(`accounts.${known}`) : account;
  };
}
