import type { Campaign, CampaignInput } from "../../kit/editor/kinds";
import { nothing, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of a campaign: a copy of the saved one, or an empty one. */
export function campaignForm(campaign: Campaign | undefined): CampaignInput {
  if (!campaign) return { name: nothing, points: 0, perMember: 1, total: -1, shared: true, active: false };
  const { _id, created, updated, claims, codes, pausedAt, deletedAt, ...input } = campaign;
  return withoutState(input);
}

/** The form without empty values, as the server requires. */
export function tidyCampaign(form: CampaignInput): CampaignInput {
  const { validFrom, validUntil, ...rest } = form;
  return {
    ...rest,
    name: tidyText(form.name),
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { validUntil } : {}),
  };
}

/** Errors by field, checked before sending. */
export function checkCampaign(form: CampaignInput): Partial<Record<string, "required" | "number">> {
  return {
    ...(form.name.en.trim() ? {} : { "name.en": "required" }),
    ...(form.points > 0 ? {} : { points: "number" }),
  };
}

/** The most points that a campaign can give; undefined without a limit. */
export function exposure({ points, total }: CampaignInput): number | undefined {
  return total === undefined || total < 0 ? undefined : points * total;
}
