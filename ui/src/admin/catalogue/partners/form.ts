import type { Partner, PartnerInput } from "../../kit/editor/kinds";
import { nothing, tidyOptional, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of a partner: a copy of what is saved, or an empty one that gives the programme's usual rate. */
export function partnerForm(partner: Partner | undefined, rate: string): PartnerInput {
  if (!partner) return { type: "food", name: nothing, basePoints: rate, extraPoints: "0", active: false };
  const { _id, created, updated, ...input } = partner;
  return withoutState(input);
}

/** As the server wants it: nothing empty. */
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

/** The same from somebody who may not set what a partner gives: the server leaves that as it is. */
export function tidyWithoutRates(form: PartnerInput): PartnerInput {
  const { basePoints: _base, extraPoints: _extra, ...rest } = tidyPartner(form);
  return rest;
}

/** What is wrong before anything is sent, by field. */
export function checkPartner(form: PartnerInput): Partial<Record<string, "required">> {
  return {
    ...(form.name.en.trim() ? {} : { "name.en": "required" }),
    ...(form.type.trim() ? {} : { type: "required" }),
  };
}
