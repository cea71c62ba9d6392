import type { TFunction } from "i18next";
import type { BulkOutcome } from "./kinds";

const CODES = [
  "translation_missing",
  "in_use",
  "approval_needed",
  "partner_removed",
  "already_sent",
  "not_found",
  "invalid_value",
  "required_field",
] as const;

type Words = TFunction<"adminContent">;

/** The text for a refused record. */
export function bulkOutcomeText({ code = "" }: BulkOutcome, t: Words): string {
  const known = CODES.find((one) => one === code);
  return t(`fates.${known ?? "other"}`);
}
