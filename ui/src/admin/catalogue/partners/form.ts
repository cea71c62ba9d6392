import type { Partner, PartnerInput } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of a partner: a copy of the saved one, or an empty one with the programme's default rate. */
export function partnerForm(partner: Partner | undefined, rate: string): PartnerInput {
  if (!partner) return { type: "food", name: nothing, basePoints: rate, extraPoints: "0", active: false };
  const { _id, created, updated, ...input } = partner;
  return withoutState(input);
}

/** The form without empty values, as the server requires. */
export function tidyPartner(form: PartnerInput): PartnerInput {
  const { description, logo, nameImg, webLink, ...rest } = form;
  const tidyDescription = tidyOptional(description);
  return {
    ...rest,
    type: form.type.trim(),
    name: tidyText(form.name),
    basePoints: form.basePoints || "0",
    extraPoints: form.extraPoints || "0",
    ...(tidyDescription ? { description: tidyDescription } : {}),
    ...(logo ? { logo } : {}),
    ...(nameImg ? { nameImg } : {}),
    ...(webLink?.trim() ? { webLink: webLink.trim() } : {}),
  };
}

/** The same for editors who may not set rates: the server leaves the rates unchanged. */
export function tidyWithoutRates(form: PartnerInput): PartnerInput {
  const { basePoints: _base, extraPoints: _extra, ...rest } = tidyPartner(form);
  return rest;
}

/** Errors by field, checked before sending. */
export function checkPartner(form: PartnerInput): Partial<Record<string, "required">> {
  return {
    ...(form.name.en.trim() ? {} : { "name.en": "required" }),
    ...(form.type.trim() ? {} : { type: "required" }),
  };
}
