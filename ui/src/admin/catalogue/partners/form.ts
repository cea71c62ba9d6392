import type { ContentForm } from "../../kit/editor/ContentEditor";
import { blankTexts, type Content, withoutEmpty } from "../../kit/editor/content";
import { type Partner, type PartnerInput, partners } from "../../kit/editor/kinds";
import { nothing } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";
import { adminPaths } from "../../paths";

/** The props of each part of a partner's form. */
export interface PartnerFields {
  form: ContentForm<Partner, PartnerInput>;
}

/** Partners: the businesses where members earn and spend points. */
export const partnerContent: Content<Partner, PartnerInput> = {
  kind: partners,
  namespace: "adminPartners",
  path: adminPaths.partners,
  writers: "writeContent",
  texts: ({ name, description }) => [name, description],
  form(partner) {
    if (!partner) return { type: "food", name: nothing, basePoints: "", extraPoints: "0", active: false };
    const { _id, created, updated, ...input } = partner;
    return withoutState(input);
  },
  tidy: (form) => ({
    ...withoutEmpty({ ...form, webLink: form.webLink?.trim() ?? null }),
    type: form.type.trim(),
    basePoints: form.basePoints || "0",
    extraPoints: form.extraPoints || "0",
  }),
  check: ({ name, type }) => ({ ...blankTexts({ name }), ...(type.trim() ? {} : { type: "required" }) }),
};

/** The form for editors who may not set rates: the server leaves the rates unchanged. */
export function tidyWithoutRates(form: PartnerInput): PartnerInput {
  const { basePoints: _base, extraPoints: _extra, ...rest } = partnerContent.tidy(form);
  return rest;
}
