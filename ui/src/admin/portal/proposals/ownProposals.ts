import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { type RuleForm, formOf as ruleFormOf } from "../../catalogue/rules/form";
import { ruleOf } from "../../catalogue/rules/ruleOf";
import { withoutEmpty } from "../../kit/editor/content";
import type { Editable } from "../../kit/editor/kinds";
import { nothing } from "../../kit/editor/localized";
import { ADMIN } from "../../session";
import { ofStaff } from "../portal";

type Schemas = components["schemas"];
export type Proposal = Schemas["Proposal"];
export type ProposalPage = Schemas["ProposalPage"];
export type ProposalBody = Schemas["ProposalBody"];
export type ProposalKind = Proposal["kind"];
export type ProposalState = Proposal["state"];
export type ProposedItem = Extract<ProposalBody, { kind: "item" }>;
export type ProposedBonus = Extract<ProposalBody, { kind: "bonus" }>;
export type ProposedArticle = Extract<ProposalBody, { kind: "article" }>;

export const KINDS = ["item", "article", "bonus"] as const satisfies readonly ProposalKind[];

const NAME = "ownProposals";
/** More proposals than a partner has; the server lists the newest first. */
const MOST = 200;

export const ownProposalsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, NAME, "list"],
    queryFn: ({ signal }) =>
      ofStaff(call("get", "/api/merchant/proposals", { query: { limit: MOST }, signal })),
    refetchInterval: 60_000,
  });

/** Returns whether staff ask the managers to change the proposal. */
export const asksForChanges = ({ state }: Proposal) => state === "changes_asked";

/** Returns whether the manager can change a proposal in that state. */
export const isOpen = (state: ProposalState) => state === "draft" || state === "changes_asked";

/** The proposals of a kind, edited in the form `I`. */
const editable = <I>(bodyOf: (form: I) => ProposalBody): Editable<ProposalPage, I> => ({
  name: NAME,
  get: (id, told) => ofStaff(call("get", "/api/merchant/proposals/{id}", { path: { id }, ...told })),
  replace: (id, etag, form, answered) =>
    ofStaff(
      call("put", "/api/merchant/proposals/{id}", {
        path: { id },
        headers: { "If-Match": etag },
        body: bodyOf(form),
        answered,
      }),
    ),
});

export const itemProposals = editable<ProposedItem>((form) => ({
  ...withoutEmpty(form),
  // An amount such as "14." is one that is still being typed.
  ...(form.costHkd ? { costHkd: form.costHkd.replace(/\.$/, "") } : {}),
}));
export const articleProposals = editable<ProposedArticle>(withoutEmpty);
/** Bonus hours as the server takes them. */
export function bonusBody(form: RuleForm): ProposedBonus {
  const { name, bonus, from, until, weekdays, hours, outlets, minimumBillHkd, budget } = ruleOf(form);
  return {
    kind: "bonus",
    name,
    bonus,
    ...(from ? { from } : {}),
    ...(until ? { until } : {}),
    ...(weekdays ? { weekdays } : {}),
    ...(hours ? { hours } : {}),
    ...(outlets ? { outlets } : {}),
    ...(minimumBillHkd ? { minimumBillHkd } : {}),
    // A budget without an amount is none yet.
    ...(budget && form.budgetAmount ? { budget } : {}),
  };
}
export const bonusProposals = editable<RuleForm>(bonusBody);

export const itemForm = (page: ProposalPage | undefined): ProposedItem =>
  page?.body.kind === "item" ? page.body : { kind: "item", name: nothing };

export const articleForm = (page: ProposalPage | undefined): ProposedArticle =>
  page?.body.kind === "article"
    ? page.body
    : { kind: "article", type: "news", title: nothing, content: nothing };

/** The form of an earning rule, of which a bonus hour has some fields. Its budget is chosen from the start. */
export function bonusForm(page: ProposalPage | undefined): RuleForm {
  const form = ruleFormOf(
    page?.body.kind === "bonus" ? { ...page.body, name: page.body.name ?? nothing } : undefined,
  );
  return form.budget === "none" ? { ...form, budget: "hkd" } : form;
}

const BLANK: Record<ProposalKind, ProposalBody> = {
  item: { kind: "item" },
  article: { kind: "article", type: "news" },
  bonus: { kind: "bonus", bonus: { kind: "multiplier", factor: "2" } },
};

/** Begins an empty draft. */
export const beginProposal = (kind: ProposalKind) =>
  ofStaff(call("post", "/api/merchant/proposals", { body: BLANK[kind] }));

export const sendProposal = (id: string, etag: string) =>
  ofStaff(call("post", "/api/merchant/proposals/{id}/send", { path: { id }, headers: { "If-Match": etag } }));

export const takeProposalBack = (id: string, etag: string) =>
  ofStaff(
    call("post", "/api/merchant/proposals/{id}/take-back", { path: { id }, headers: { "If-Match": etag } }),
  );

export const deleteProposal = (id: string, etag: string) =>
  ofStaff(call("delete", "/api/merchant/proposals/{id}", { path: { id }, headers: { "If-Match": etag } }));
