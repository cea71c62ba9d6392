import { call } from "../../api/call";
import { intent, isFinal } from "../../api/intent";
import { ApiProblem } from "../../api/problem";
import type { components } from "../../api/schema";
import { inTab } from "../../device/storage";

export type Opened = components["schemas"]["UseAnswer"];

/** Which coupon is being shown, so that a reload shows it again. */
const SHOWN = "coupon:shown";

const purposeOf = (id: string) => intent(`use:${id}`, {});

/** The coupon that was on screen before the page was loaded again. */
export function shownBefore(): string | undefined {
  return inTab.get(SHOWN) ?? undefined;
}

/**
 * Opens a coupon. Its key is kept while it is shown: whoever loads the page again, or lost the answer
 * on the way, gets the same code. Fails as `call` does.
 */
export async function openCoupon(id: string): Promise<Opened> {
  const { key } = purposeOf(id);
  inTab.set(SHOWN, id);
  try {
    return await call("post", "/api/redeem/use/{id}", { path: { id }, headers: { "Idempotency-Key": key } });
  } catch (error) {
    if (error instanceof ApiProblem && isFinal(error.status)) shutCoupon(id);
    throw error;
  }
}

/** Over, by the clock or by the member: from here on the coupon does not open again. */
export function shutCoupon(id: string) {
  purposeOf(id).settle();
  inTab.remove(SHOWN);
}
