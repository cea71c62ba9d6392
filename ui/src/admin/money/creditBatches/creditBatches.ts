import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { fileIntent } from "../../kit/fileIntent";
import { ADMIN } from "../../session";

export type Batch = components["schemas"]["CreditBatch"];
export type DryRun = components["schemas"]["CreditDryRun"];
export type Undone = components["schemas"]["CreditUndo"];

export const tryOut = (csv: string) => call("post", "/api/admin/credits/dry-run", { body: csv });

/** Gives points to all rows or none; a retry with the same file and name does not repeat it. */
export function give(name: string, csv: string) {
  return once(fileIntent("credits", { name, csv }), (key) =>
    call("post", "/api/admin/credits", { query: { name }, headers: { "Idempotency-Key": key }, body: csv }),
  );
}

/** Undoes a batch, once. */
export function takeBack(id: string, reason: string): Promise<Undone> {
  return once(intent("credits-undo", { id, reason }), (key) =>
    call("post", "/api/admin/credits/{id}/undo", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

/** Call after points moved: refreshes everything that shows points. */
export function creditBatchesChanged() {
  for (const name of ["credits", "members", "transactions", "reports", "summary", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, name] });
}

const CODES = [
  "unknown_member",
  "member_inactive",
  "invalid_amount",
  "invalid_reason",
  "unknown_partner",
  "unknown_outlet",
  "ambiguous_outlet",
  "outlet_of_other_partner",
  "partner_inactive",
  "amount_too_small",
  "receipt_already_used",
  "invalid_amount_hkd",
  "invalid_day",
  "invalid_time",
  "time_without_day",
  "invalid_receipt",
  "invalid_value",
] as const;

/** Translation key for the reason why a row is refused. */
export const codeKey = (code: string) => CODES.find((one) => one === code) ?? "other";
