import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import type { paths } from "../../api/schema";
import type { Done } from "../kit/orders";

/** A bill whose customer scans the screen. */
export interface QrBill {
  amountHkd: string;
  enjoyCard: boolean;
  receipt: string;
}

export type MadeLink = Answer<paths["/api/merchant/earn-links"]["post"]>;
type LinkState = Answer<paths["/api/merchant/earn-links/{id}"]["get"]>;

/** How often the till asks whether the customer has collected. */
const ASK_MS = 2_000;

export function makeLink({ amountHkd, enjoyCard, receipt }: QrBill): Promise<MadeLink> {
  const number = receipt.trim();
  const body = { amountHkd, enjoyCard, ...(number !== "" && { receipt: number }) };
  return call("post", "/api/merchant/earn-links", { body });
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
