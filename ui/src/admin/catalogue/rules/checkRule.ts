import type { FormErrors } from "../../kit/editor/content";
import { pendingOf, type RuleForm } from "./form";

/** Errors of a draft, by the name that the server gives to the field. */
export function checkRule(form: RuleForm): FormErrors {
  const waits = pendingOf(form) !== "none";
  const required: Record<string, boolean> = {
    "name.en": Boolean(form.name.en.trim()),
    "name.zh": Boolean(form.name.zh?.trim()),
    "name.zhhk": Boolean(form.name.zhhk?.trim()),
    "bonus.factor": form.bonus !== "multiplier" || form.factor !== "",
    "bonus.points": form.bonus === "multiplier" || form.bonus === "none" || form.points !== "",
    "bonus.eachHkd": form.bonus !== "perAmount" || form.eachHkd !== "",
    "bonus.factorId": form.bonus !== "perUnit" || form.factorId !== "",
    "hours.from": form.hoursFrom !== "" || form.hoursUntil === "",
    "hours.until": form.hoursUntil !== "" || form.hoursFrom === "",
    "occasion.n": form.occasion !== "nthPurchase" || form.n !== "",
    "pending.days": !waits || form.pendingBy !== "days" || form.pendingDays !== "",
    "pending.until": !waits || form.pendingBy !== "until" || form.pendingUntil !== "",
    "budget.amount": form.bonus === "none" || form.budget === "none" || form.budgetAmount !== "",
  };
  return Object.fromEntries(
    Object.entries(required)
      .filter(([, filled]) => !filled)
      .map(([field]) => [field, "required" as const]),
  );
}
