import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";

/** So many more or fewer where there is a limit, for some may be sold meanwhile; or a limit where there was none. */
export type StockChange = { add: number } | { leftover: number };

/** Changes the stock that was seen, once however often it is sent. */
export function changeStock(id: string, seen: number, body: StockChange) {
  return once(intent("stock", { id, seen, body }), (key) =>
    call("post", "/api/admin/items/{id}/stock", { path: { id }, headers: { "Idempotency-Key": key }, body }),
  );
}
