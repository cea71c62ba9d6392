import type { components } from "../../../api/schema";
import { type Localized, nothing } from "../../kit/editor/localized";

type Schemas = components["schemas"];
type Content = Schemas["EarningRule"];
type Bonus = Schemas["EarningRuleBonus"];
type Occasion = Schemas["EarningRuleOccasion"];
type Budget = Schemas["EarningRuleBudget"];

export const BONUSES = [
  "multiplier",
  "fixed",
  "perAmount",
  "perUnit",
  "none",
] as const satisfies readonly Bonus["kind"][];
export const OCCASIONS = ["none", "firstPurchase", "nthPurchase", "welcome", "birthday"] as const;
export const CAPS = ["perReceipt", "perMember", "perMemberDay", "perDay", "perRule"] as const;

/** The values of the editor as typed. Each choice keeps its own values, so that choosing it again restores them. */
export interface RuleForm {
  name: Localized;
  bonus: Bonus["kind"];
  factor: string;
  of: Schemas["MultipliedPoints"];
  rounding: Schemas["EarningRuleRounding"];
  points: string;
  eachHkd: string;
  /** The id of a carbon factor whose units a cashier enters, or empty. */
  factorId: string;
  from: string;
  until: string;
  /** Lists are texts with commas, so that two versions of a form can be compared field by field. */
  weekdays: string;
  hoursFrom: string;
  hoursUntil: string;
  partners: string;
  partnerTypes: string;
  outlets: string;
  minimumBillHkd: string;
  enjoyCard: "any" | "with" | "without";
  /** The id of a saved segment, or empty. */
  segment: string;
  /** The number of the lowest level, or empty. */
  level: string;
  /** `yes` if only members with the reward of a goal get this bonus. */
  granted: "no" | "yes";
  occasion: (typeof OCCASIONS)[number];
  n: string;
  repeats: boolean;
  at: Schemas["PurchaseScope"];
  withinDays: string;
  window: Schemas["BirthdayWindow"];
  perReceipt: string;
  perMember: string;
  perMemberDay: string;
  perDay: string;
  perRule: string;
  budget: "none" | Budget["unit"];
  budgetAmount: string;
  priority: string;
  stacking: Schemas["EarningRuleStacking"];
  pending: "none" | Schemas["PendingScope"];
  /** `days` if points wait some days after each purchase, `until` if they wait until one day. */
  pendingBy: "days" | "until";
  pendingDays: string;
  pendingUntil: string;
}

/** The points that wait: those of the purchase if the rule has no bonus of its own. */
export const pendingOf = ({ bonus, pending }: RuleForm) => (bonus === "none" ? "purchase" : pending);

export const listOf = (text: string) => text.split(",").filter((one) => one !== "");

export const BLANK: RuleForm = {
  name: nothing,
  bonus: "multiplier",
  factor: "2",
  of: "base",
  rounding: "down",
  points: "",
  eachHkd: "",
  factorId: "",
  from: "",
  until: "",
  weekdays: "",
  hoursFrom: "",
  hoursUntil: "",
  partners: "",
  partnerTypes: "",
  outlets: "",
  minimumBillHkd: "",
  enjoyCard: "any",
  segment: "",
  level: "",
  granted: "no",
  occasion: "none",
  n: "10",
  repeats: true,
  at: "partner",
  withinDays: "",
  window: "month",
  perReceipt: "",
  perMember: "",
  perMemberDay: "",
  perDay: "",
  perRule: "",
  budget: "none",
  budgetAmount: "",
  priority: "0",
  stacking: "adds",
  pending: "none",
  pendingBy: "days",
  pendingDays: "14",
  pendingUntil: "",
};

const text = (value: number | string | null | undefined) => String(value ?? "");

function bonusForm(bonus: Bonus): Partial<RuleForm> {
  if (bonus.kind === "multiplier") return { bonus: bonus.kind, factor: bonus.factor, of: bonus.of ?? "base" };
  if (bonus.kind === "fixed") return { bonus: bonus.kind, points: text(bonus.points) };
  if (bonus.kind === "perUnit")
    return { bonus: bonus.kind, points: text(bonus.points), factorId: bonus.factorId };
  if (bonus.kind === "none") return { bonus: bonus.kind };
  return { bonus: bonus.kind, points: text(bonus.points), eachHkd: bonus.eachHkd };
}

function occasionForm(occasion: Occasion | null | undefined): Partial<RuleForm> {
  switch (occasion?.kind) {
    case "firstPurchase":
      return { occasion: occasion.kind, at: occasion.at ?? "partner" };
    case "nthPurchase":
      return {
        occasion: occasion.kind,
        at: occasion.at ?? "partner",
        n: text(occasion.n),
        repeats: occasion.repeats ?? false,
      };
    case "welcome":
      return { occasion: occasion.kind, withinDays: text(occasion.withinDays) };
    case "birthday":
      return { occasion: occasion.kind, window: occasion.window ?? "month" };
    default:
      return {};
  }
}

/** The form of a rule, or an empty one. */
export function formOf(rule: Content | undefined): RuleForm {
  if (!rule) return BLANK;
  const { caps, hours, budget, pending } = rule;
  return {
    ...BLANK,
    name: rule.name,
    ...bonusForm(rule.bonus),
    rounding: rule.rounding ?? "down",
    from: text(rule.from),
    until: text(rule.until),
    weekdays: (rule.weekdays ?? []).join(","),
    hoursFrom: text(hours?.from),
    hoursUntil: text(hours?.until),
    partners: (rule.partners ?? []).join(","),
    partnerTypes: (rule.partnerTypes ?? []).join(","),
    outlets: (rule.outlets ?? []).join(","),
    minimumBillHkd: text(rule.minimumBillHkd),
    enjoyCard: rule.enjoyCard === undefined || rule.enjoyCard === null ? "any" : cardOf(rule.enjoyCard),
    segment: text(rule.segment),
    level: text(rule.level),
    granted: rule.granted ? "yes" : "no",
    ...occasionForm(rule.occasion),
    ...Object.fromEntries(CAPS.map((name) => [name, text(caps?.[name])])),
    ...(budget ? { budget: budget.unit, budgetAmount: text(budget.amount) } : {}),
    priority: text(rule.priority ?? 0),
    stacking: rule.stacking ?? "adds",
    ...(pending ? pendingForm(pending) : {}),
  };
}

function pendingForm({ of, days, until }: Schemas["EarningRulePending"]): Partial<RuleForm> {
  const waits = { pending: of ?? "bonus" };
  return until
    ? { ...waits, pendingBy: "until", pendingUntil: until }
    : { ...waits, pendingBy: "days", pendingDays: text(days) };
}

const cardOf = (has: boolean) => (has ? "with" : "without");
