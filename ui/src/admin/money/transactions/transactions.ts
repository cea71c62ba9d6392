import { queryOptions } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

export type Transaction = components["schemas"]["AdminTransaction"];

/** One with what hangs on it; the audit trail keeps that it was opened. */
export const transactionQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "transactions", "one", id],
    queryFn: ({ signal }) => call("get", "/api/admin/transactions/{id}", { path: { id }, signal }),
  });

/** What a movement is, as the books name it. */
export const TYPES = [
  "Transfer",
  "Earn",
  "Redeem",
  "Redeem - Hold",
  "Redeem - Refund",
  "Referral",
  "Campaign",
  "Adjustment",
  "Expiry",
  "Reversal",
] as const;

/**
 * Whether a transaction can be undone by its opposite. What goes into escrow or out of it (an exchange that is held,
 * confirmed or returned) has a way back of its own, and an opposite has none.
 */
export const isReversible = ({ reversed, type, postings }: Transaction) =>
  !reversed && type !== "Reversal" && postings.every(({ account }) => account !== "escrow");

/** A type in the reader's language. */
export function useTypeName() {
  const { t } = useTranslation("deskMoney");
  return (type: string) => {
    const known = TYPES.find((one) => one === type);
    return known ? t(`types.${known}`) : type;
  };
}

const ACCOUNTS = ["issuance", "redemption", "escrow", "expiry"] as const;

/** What an account of the programme's own is for. */
export function useAccountName() {
  const { t } = useTranslation("deskMoney");
  return (account: string) => {
    const known = ACCOUNTS.find((one) => one === account);
    return known ? t(`accounts.${known}`) : account;
  };
}
