import { randomUUID } from "node:crypto";
import { call, type Member, staffToken } from "./people";
import type { Server } from "./server";

/** The stamp card of the demo. */
export const CARD = { en: "Six green choices", zh: "六次绿色选择", zhhk: "六次綠色選擇" };
/** The second level of the demo's ladder. */
export const LEVEL = { en: "Bloom", zh: "花开", zhhk: "花開" };

/** Purchases of a member at a till of a partner whose purchases count on the demo's stamp card. */
export async function purchases(
  server: Server,
  { shortId }: Member,
  count: number,
  { amountHkd = "20.00", partner = "Nine Hills Coffee" } = {},
) {
  const token = await staffToken(server, "owner@kapok.example");
  const partners: { _id: string; name: { en: string } }[] = await call(server, "GET", "/api/admin/partners", {
    token,
  });
  const partnerId = partners.find(({ name }) => name.en === partner)?._id;
  const body = { partnerId, name: `Till ${randomUUID().slice(0, 8)}` };
  const { key } = await call(server, "POST", "/api/admin/api-keys", { token, body });
  for (let nth = 0; nth < count; nth++) {
    const headers = { "Idempotency-Key": randomUUID() };
    const order = { member: shortId, amountHkd };
    await call(server, "POST", "/api/merchant/award", { token: key, headers, body: order });
  }
}
