import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type MonthBills = Schemas["MonthBills"];
export type BillRow = Schemas["BillRow"];
export type PartnerBill = Schemas["PartnerBill"];
export type PartnerBillLine = Schemas["PartnerBillLine"];
export type PartnerTerms = Schemas["PartnerTerms"];
export type TermsInput = Schemas["PartnerTermsInput"];

const BILLS = "bills";
const MONTH = /^\d{4}-\d{2}$/;

/** The month in an address; `otherwise` if the address names none. */
export const monthIn = (text: string, otherwise: string) => (MONTH.test(text) ? text : otherwise);

/** The months from the first one on, newest first. */
export function monthsSince(first: string, last: string): string[] {
  const number = (month: string) => {
    const [year = 0, of = 1] = month.split("-").map(Number);
    return year * 12 + of - 1;
  };
  const count = Math.max(1, number(last) - number(first) + 1);
  return Array.from({ length: count }, (_, back) => {
    const at = number(last) - back;
    return `${Math.floor(at / 12)}-${String((at % 12) + 1).padStart(2, "0")}`;
  });
}

/** Returns whether a month is still open. */
export const isOpenAt = ({ lastClosed = "" }: Pick<PartnerBill, "lastClosed">, month: string) =>
  month > lastClosed;

/** The month before one such as `2026-03`. */
export function monthBefore(month: string): string {
  const first = new Date(`${month}-01T00:00:00Z`);
  first.setUTCMonth(first.getUTCMonth() - 1);
  return first.toISOString().slice(0, 7);
}

/** An amount with the other sign, for an amount that is subtracted from what the partner pays. */
export function opposite(amount: string): string {
  if (/^0*\.?0*$/.test(amount)) return amount;
  return amount.startsWith("-") ? amount.slice(1) : `-${amount}`;
}

export const billsQuery = (month: string) =>
  queryOptions({
    queryKey: [ADMIN, BILLS, "month", month],
    queryFn: ({ signal }) => call("get", "/api/admin/bills", { query: { month }, signal }),
  });

export const billQuery = (id: string, month: string) =>
  queryOptions({
    queryKey: [ADMIN, BILLS, "bill", id, month],
    queryFn: ({ signal }) => call("get", "/api/admin/bills/{id}", { path: { id }, query: { month }, signal }),
  });

export const termsQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, BILLS, "terms", id],
    queryFn: ({ signal }) => call("get", "/api/admin/bills/{id}/terms", { path: { id }, signal }),
  });

export const billsChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, BILLS] });

export const closeMonth = (month: string, key: string) =>
  call("post", "/api/admin/bills/close", { headers: { "Idempotency-Key": key }, body: { month } });

/** Adds rates, unless somebody else has added some since `version`. */
export const addTerms = (id: string, version: number, body: TermsInput) =>
  call("post", "/api/admin/bills/{id}/terms", {
    path: { id },
    headers: { "If-Match": `"${version}"` },
    body,
  });
