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

/** Gives every row or none, once for the same file and name however often it is sent. */
export function give(name: string, csv: string) {
  return once(fileIntent("credits", { name, csv }), (key) =>
    call("post", "/api/admin/credits", { query: { name }, headers: { "Idempotency-Key": key }, body: csv }),
  );
}

/** Takes a batch back, once. */
export function takeBack(id: string, reason: string): Promise<Undone> {
  return once(intent("credits-undo", { id, reason }), (key) =>
    call("post", "/api/admin/credits/{id}/undo", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { reason },
    }),
  );
}

/** After points moved: everything that shows any. */
export function creditBatchesChanged() {
  for (const name of ["credits", "members", "transactions", "reports", "summary", "audit"])
    void queryClient.invalidateQueries({ queryKey: [ADMIN, name] });
}

const CODES = ["unknown_member", "member_inactive", "invalid_amount", "invalid_reason"] as const;

/** The key of the sentence that tells why a row cannot be given. */
export const codeKey = (code: string) => CODES.find((one) => one === code) ?? "other";
