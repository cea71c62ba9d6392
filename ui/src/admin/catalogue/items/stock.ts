import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";

/** A relative change if a limit exists (members may buy meanwhile), or a new limit if none existed. */
export type StockChange = { add: number } | { leftover: number };

/** Changes the stock that was shown; a retry does not change it again. */
export function changeStock(id: string, seen: number, body: StockChange) {
  return once(intent("stock", { id, seen, body }), (key) =>
    call("post", "/api/admin/items/{id}/stock", { path: { id }, headers: { "Idempotency-Key": key }, body }),
  );
}
