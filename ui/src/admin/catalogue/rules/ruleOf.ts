import type { components } from "../../../api/schema";
import { WEEKDAYS } from "../../../shared/weekdays";
import { BLANK, CAPS, listOf, pendingOf, type RuleForm } from "./form";

type Schemas = components["schemas"];
type Content = Schemas["EarningRule"];

function bonusOf({ bonus, factor, of, points, eachHkd, factorId }: RuleForm): Schemas["EarningRuleBonus"] {
  if (bonus === "multiplier") return { kind: bonus, factor, of };
  if (bonus === "fixed") return { kind: bonus, points: Number(points) };
  if (bonus === "perUnit") return { kind: bonus, points: Number(points), factorId };
  if (bonus === "none") return { kind: bonus };
  return { kind: bonus, points: Number(points), eachHkd };
}

function occasionOf({
  occasion,
  at,
  n,
  repeats,
  withinDays,
  window,
}: RuleForm): Schemas["EarningRuleOccasion"] | undefined {
  switch (occasion) {
    case "none":
      return undefined;
    case "firstPurchase":
      return { kind: occasion, at };
    case "nthPurchase":
      return { kind: occasion, at, n: Number(n), repeats };
    case "welcome":
      return { kind: occasion, ...(withinDays ? { withinDays: Number(withinDays) } : {}) };
    case "birthday":
      return { kind: occasion, window };
  }
}

function pendingContent(form: RuleForm): Pick<Content, "pending"> {
  const of = pendingOf(form);
  if (of === "none") return {};
  return form.pendingBy === "until"
    ? { pending: { until: form.pendingUntil, of } }
    : { pending: { days: Number(form.pendingDays), of } };
}

/** A form without the values that limit or place a bonus, which a rule without one cannot have. */
const withoutLimits = (form: RuleForm): RuleForm => ({
  ...form,
  rounding: BLANK.rounding,
  ...Object.fromEntries(CAPS.map((cap) => [cap, ""])),
  budget: BLANK.budget,
  stacking: BLANK.stacking,
});

/** The rule of a form, as the server takes it. */
export function ruleOf(typed: RuleForm): Content {
  const form = typed.bonus === "none" ? withoutLimits(typed) : typed;
  const {
    name,
    from,
    until,
    hoursFrom,
    hoursUntil,
    minimumBillHkd,
    enjoyCard,
    segment,
    budget,
    budgetAmount,
  } = form;
  const occasion = occasionOf(form);
  const caps = CAPS.filter((cap) => form[cap] !== "").map((cap) => [cap, Number(form[cap])]);
  return {
    name: { en: name.en.trim(), zh: (name.zh ?? "").trim(), zhhk: (name.zhhk ?? "").trim() },
    bonus: bonusOf(form),
    rounding: form.rounding,
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    weekdays: WEEKDAYS.filter((day) => listOf(form.weekdays).includes(day)),
    ...(hoursFrom && hoursUntil ? { hours: { from: hoursFrom, until: hoursUntil } } : {}),
    partners: listOf(form.partners),
    partnerTypes: listOf(form.partnerTypes),
    outlets: listOf(form.outlets),
    ...(minimumBillHkd ? { minimumBillHkd } : {}),
    ...(enjoyCard === "any" ? {} : { enjoyCard: enjoyCard === "with" }),
    ...(segment ? { segment } : {}),
    ...(form.level ? { level: Number(form.level) } : {}),
    ...(form.granted === "yes" ? { granted: true } : {}),
    ...(occasion ? { occasion } : {}),
    caps: Object.fromEntries(caps),
    ...(budget === "points" ? { budget: { unit: budget, amount: Number(budgetAmount) } } : {}),
    ...(budget === "hkd" ? { budget: { unit: budget, amount: budgetAmount } } : {}),
    // A sign without a number is none.
    priority: Number(form.priority) || 0,
    stacking: form.stacking,
    ...pendingContent(form),
  };
}
