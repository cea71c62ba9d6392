import type { Campaign, CampaignInput } from "../../kit/editor/kinds";
import { nothing, tidyText } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";

/** The form of a campaign: a copy of what is saved, or an empty one. */
export function campaignForm(campaign: Campaign | undefined): CampaignInput {
  if (!campaign) return { name: nothing, points: 0, perMember: 1, total: -1, shared: true, active: false };
  const { _id, created, updated, claims, codes, pausedAt, deletedAt, ...input } = campaign;
  return withoutState(input);
}

/** As the server wants it: nothing empty. */
export function tidyCampaign(form: CampaignInput): CampaignInput {
  const { validFrom, validUntil, ...rest } = form;
  return {
    ...rest,
    name: tidyText(form.name),
    ...(validFrom ? { validFrom } : {}),
    ...(validUntil ? { validUntil } : {}),
  };
}

/** What is wrong before anything is sent, by field. */
export function checkCampaign(form: CampaignInput): Partial<Record<string, "required" | "number">> {
  return {
    ...(form.name.en.trim() ? {} : { "name.en": "required" }),
    ...(form.points > 0 ? {} : { points: "number" }),
  };
}

/** The most points that a campaign can give away; undefined where nothing limits it. */
export function exposure({ points, total }: CampaignInput): number | undefined {
  return total === undefined || total < 0 ? undefined : points * total;
}
