import { queryOptions, useQuery } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import type { paths } from "../../api/schema";
import type { CarbonQuantity } from "../award/carbon";
import { useSettled } from "../award/useAwardPreview";
import type { Done } from "../kit/orders";

/** A bill whose customer scans the screen. */
export interface QrBill {
  amountHkd: string;
  enjoyCard: boolean;
  receipt: string;
  /** Quantities of carbon factors. */
  carbon: CarbonQuantity[];
}

/** A bill as far as it decides the points. */
export type PricedBill = Omit<QrBill, "receipt">;

export type QrPreview = Answer<paths["/api/merchant/earn-links/preview"]["post"]>;
export type MadeLink = Answer<paths["/api/merchant/earn-links"]["post"]>;
type LinkState = Answer<paths["/api/merchant/earn-links/{id}"]["get"]>;

/** The interval at which the till asks whether the customer has collected the points. */
const ASK_MS = 2_000;

export function makeLink({ receipt, ...bill }: QrBill): Promise<MadeLink> {
  const number = receipt.trim();
  const body = { ...bill, ...(number !== "" && { receipt: number }) };
  return call("post", "/api/merchant/earn-links", { body });
}

/** The points that a bill gives any member now. */
export function previewOf(bill: PricedBill, signal?: AbortSignal): Promise<QrPreview> {
  const { amountHkd, enjoyCard, carbon } = bill;
  const body = { amountHkd, enjoyCard, carbon };
  return call("post", "/api/merchant/earn-links/preview", { body, ...(signal && { signal }) });
}

const previewQuery = (bill: PricedBill) =>
  queryOptions({
    queryKey: ["earnQrPreview", bill],
    queryFn: ({ signal }) => previewOf(bill, signal),
    // A rule may end, and a limit may be reached, between two customers.
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });

/** The server's computation for the bill as it is now, once it is there, and whether it could not be loaded. */
export function useQrPreview(bill: PricedBill | undefined) {
  const asked = useSettled(bill);
  const { data, isError } = useQuery({
    ...previewQuery(asked ?? { amountHkd: "", enjoyCard: false, carbon: [] }),
    enabled: asked !== undefined,
  });
  return { preview: asked && data, failed: asked !== undefined && isError };
}

/** Takes back a link that nobody has collected, so that a wrong bill gives no points before the link ends. */
export function takeBack(id: string) {
  call("delete", "/api/merchant/earn-links/{id}", { path: { id } }).catch(() => {});
}

export const linkQuery = (id: string) =>
  queryOptions({
    queryKey: ["earnQr", id],
    queryFn: ({ signal }): Promise<LinkState> =>
      call("get", "/api/merchant/earn-links/{id}", { path: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    refetchInterval: ({ state }) => (state.data && state.data.status !== "waiting" ? false : ASK_MS),
  });

/** The collected points, in the form in which the counter shows an award. */
export function doneOf(bill: QrBill, award: NonNullable<LinkState["award"]>, by: string): Done {
  const rest = award.points - award.basePoints - award.extraPoints;
  const { member, ...awarded } = award;
  return {
    order: { ...bill, member: { ...member, initials: "" }, begun: Date.now(), by },
    awarded: {
      ...awarded,
      member,
      lines: rest > 0 ? [{ kind: "rule", points: rest }] : [],
    },
  };
}
