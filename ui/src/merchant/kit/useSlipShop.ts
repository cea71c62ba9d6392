import { useQuery } from "@tanstack/react-query";
import type { SlipShop } from "../../shared/slip/slip";
import { tillQuery } from "./till";

/** This till as the place of its slips, with the cashier who is signed in. */
export function useSlipShop(): SlipShop | undefined {
  const till = useQuery(tillQuery()).data;
  return till
    ? { partner: till.partner.name, outlet: till.outlet, till: till.name, by: till.signedIn?.name }
    : undefined;
}
