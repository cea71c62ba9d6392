import { call, staffToken } from "./people";
import type { Server } from "./server";
import { today } from "./today";

const FACTORS = "/api/admin/carbon/factors";

interface FactorValues {
  unit: "kilogram" | "action";
  name: { en: string; zh: string; zhhk: string };
  /** Grams of CO₂e for one unit. */
  grams: string;
  /** The most units of a purchase. */
  most: string;
}

/** Adds a carbon factor that counts from today. Returns its removal, for tests whose factor others would see. */
export async function factor(server: Server, values: FactorValues): Promise<() => Promise<void>> {
  const token = await staffToken(server, "operator@kapok.example");
  const body = { ...values, source: "Packaging LCA", sourceYear: 2024, from: today() };
  const { _id } = await call(server, "POST", FACTORS, { token, body });
  return async () => {
    await call(server, "DELETE", `${FACTORS}/${_id}`, { token, headers: { "If-Match": "*" } });
  };
}
