import { blankTexts, type Content, withoutEmpty } from "../../kit/editor/content";
import { type Campaign, type CampaignInput, campaigns } from "../../kit/editor/kinds";
import { nothing } from "../../kit/editor/localized";
import { withoutState } from "../../kit/editor/withoutState";
import { adminPaths } from "../../paths";

/** Codes that give points when scanned. */
export const campaignContent: Content<Campaign, CampaignInput> = {
  kind: campaigns,
  namespace: "adminCampaigns",
  path: adminPaths.campaigns,
  writers: "runProgramme",
  texts: ({ name }) => [name],
  form(campaign) {
    if (!campaign) return { name: nothing, points: 0, perMember: 1, total: -1, shared: true, active: false };
    const { _id, created, updated, claims, codes, pausedAt, deletedAt, ...input } = campaign;
    return withoutState(input);
  },
  tidy: withoutEmpty,
  check: ({ name, points }) => ({ ...blankTexts({ name }), ...(points > 0 ? {} : { points: "number" }) }),
};

/** The most points that a campaign can give; undefined without a limit. */
export function exposure({ points, total }: CampaignInput): number | undefined {
  return total === undefined || total < 0 ? undefined : points * total;
}
