/** Fields whose name in the form is not the last part of the server's name. */
const OTHERS: Record<string, string> = {
  name: "name.en",
  "budget.amount": "budgetAmount",
  "budget.unit": "budget",
  "pending.days": "pendingDays",
  "pending.of": "pending",
  "pending.until": "pendingUntil",
  "hours.from": "hoursFrom",
  "hours.until": "hoursUntil",
};

/** The name of the form's field for a field that the server names, such as `bonus.factor` or `partners[0]`. */
export function formField(field: string): string {
  const name = field.replace(/\[.*$/, "");
  if (name.startsWith("name.")) return name;
  return OTHERS[name] ?? name.split(".").at(-1) ?? name;
}

/** Moves the focus to a field of the form; if it is not shown, to the choice before it. */
export function goToField(field: string) {
  const of = (name: string) => document.querySelector<HTMLElement>(`form [name="${CSS.escape(name)}"]`);
  const [first = ""] = field.split(".");
  const found = of(formField(field)) ?? of(first);
  found?.scrollIntoView({ block: "center" });
  found?.focus();
}

/** The id of the other rule that the server names in an error, such as `earningRules[…]`. */
export const otherRule = (field: string) => /^earningRules\[(.+)\]$/.exec(field)?.[1];
