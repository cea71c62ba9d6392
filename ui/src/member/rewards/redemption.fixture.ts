import type { Redemption } from "./redemptions";

/** A redemption for tests. Its item has the same type. */
export const redemptionFixture = (rest: Partial<Redemption> = {}): Redemption => ({
  _id: "r",
  type: "coupon",
  redeemItemSnapshot: {
    _id: "i",
    type: rest.type ?? "coupon",
    name: { en: "Bun" },
    description: { en: "" },
    image: "/bun.svg",
    toc: { en: "" },
  },
  quantity: 1,
  created: "2026-03-12T01:02:00.000Z",
  used: false,
  status: "confirmed",
  points: 1,
  ...rest,
});
