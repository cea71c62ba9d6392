import { keepPreviousData, queryOptions, skipToken } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import type { RuleForm } from "../../catalogue/rules/form";
import { ADMIN } from "../../session";
import { ofStaff } from "../portal";
import { bonusBody, type ProposalBody, type ProposedItem } from "./ownProposals";

type Schemas = components["schemas"];
export type Outlook = Schemas["ProposalOutlook"];
export type BonusOutlook = Schemas["BonusOutlook"];
export type ItemOutlook = Schemas["ItemOutlook"];

const WHOLE = /^\d{1,9}$/;
const MONEY = /^\d{1,9}(\.\d{1,2})?$/;
const FACTOR = /^\d{1,9}(\.\d{1,4})?$/;

const isEmptyOr = (pattern: RegExp, text: string) => text === "" || pattern.test(text);

/** The numbers of a proposed reward by which it is computed; undefined without a price. */
export function itemToCompute({ points, leftover }: ProposedItem): ProposalBody | undefined {
  if (!points) return undefined;
  return { kind: "item", points, ...(typeof leftover === "number" ? { leftover } : {}) };
}

/** The values of bonus hours by which they are computed; undefined while a number is missing or being typed. */
export function bonusToCompute(form: RuleForm): ProposalBody | undefined {
  const gives =
    form.bonus === "multiplier"
      ? FACTOR.test(form.factor)
      : WHOLE.test(form.points) && (form.bonus !== "perAmount" || MONEY.test(form.eachHkd));
  const budget = isEmptyOr(form.budget === "hkd" ? MONEY : WHOLE, form.budgetAmount);
  if (!gives || !budget || !isEmptyOr(MONEY, form.minimumBillHkd)) return undefined;
  const { bonus, weekdays, hours, outlets, minimumBillHkd, budget: limit } = bonusBody(form);
  return {
    kind: "bonus",
    bonus,
    ...(weekdays ? { weekdays } : {}),
    ...(hours ? { hours } : {}),
    ...(outlets ? { outlets } : {}),
    ...(minimumBillHkd ? { minimumBillHkd } : {}),
    ...(limit ? { budget: limit } : {}),
  };
}

/** The estimate of what a proposal would pay and cost, which the server computes from the values of the form. */
export const outlookQuery = (body: ProposalBody | undefined) =>
  queryOptions({
    queryKey: [ADMIN, "ownProposals", "outlook", body],
    queryFn: body
      ? ({ signal }) => ofStaff(call("post", "/api/merchant/proposals/outlook", { body, signal }))
      : skipToken,
    placeholderData: keepPreviousData,
  });
