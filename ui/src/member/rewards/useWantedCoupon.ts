import { useEffect, useRef } from "react";
import { useLocation } from "react-router";
import type { Redemption } from "./redemptions";

/** Coupons whose question was shown, so that it does not come again when the tab is chosen again. */
const asked = new Set<string>();

const wantedIn = (state: unknown) =>
  typeof state === "object" && state !== null && "openCoupon" in state ? state.openCoupon : undefined;

/** Asks whether to open the coupon that the result page of its purchase leads to, once the list has it. */
export function useWantedCoupon(all: readonly Redemption[] | undefined, ask: (coupon: Redemption) => void) {
  const wanted = wantedIn(useLocation().state);
  const show = useRef(ask);
  show.current = ask;
  const found = all?.find(({ _id, used }) => _id === wanted && !used && !asked.has(_id));
  useEffect(() => {
    if (!found) return;
    asked.add(found._id);
    show.current(found);
  }, [found]);
}
