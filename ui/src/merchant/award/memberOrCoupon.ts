import type { SeenCoupon } from "../coupon/CouponScreen";
import { type Found, lookUp, verify } from "../kit/orders";
import { isRefused } from "../kit/till";

/**
 * The member or the coupon of a code; undefined for a code that is neither. Each wrong code counts towards the lock of
 * the till, so a code is sent for both only where its form leaves it open.
 */
export async function memberOrCoupon(
  text: string,
  kind: "member" | "coupon" | "either",
): Promise<Found | SeenCoupon | undefined> {
  if (kind === "member") return lookUp(text);
  if (kind === "either") {
    try {
      return await lookUp(text);
    } catch (error) {
      if (!isRefused(error, "member_not_found")) throw error;
    }
  }
  const check = await verify(text);
  if (check.status === "unknown" && !check.otherPartner) return undefined;
  return { code: text, check, moved: true };
}
