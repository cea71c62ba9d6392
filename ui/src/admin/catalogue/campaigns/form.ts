import { blankTexts, type Content, withoutEmpty } from "../../kit/editor/content";
import { type Campaign, type CampaignInput, campaigns } from "../../kit/editor/kinds";
import { nothing, numbered } from "../../kit/editor/localized";
import { asDraft, withoutState } from "../../kit/editor/withoutState";
import { adminPaths } from "../../paths";

/** Codes that give points when scanned. */
export const campaignContent: Content<Campaign, CampaignInput> = {
  kind: campaigns,
  namespace: "adminCampaigns",
  path: adminPaths.campaigns,
  writers: "runProgramme",
  texts: ({ name }) => [name],
  copy: (form) => ({ ...asDraft(form), name: numbered(form.name) }),
  form(campaign) {
    if (!campaign) return { name: nothing, points: 0, perMember: 1, total: -1, shared: true, active: false };
    const { _id, created, updated, claims, codes, pausedAt, deletedAt, ...input } = campaign;
    return withoutState(input);
  },
  tidy({ points, gift, ...form }) {
    return withoutEmpty(gift ? { ...form, gift } : { ...form, points: points ?? 0 });
  },
  check: ({ name, points = 0, gift }) => ({
    ...blankTexts({ name }),
    ...(gift || points > 0 ? {} : { points: "number" }),
    ...(gift?.kind === "item" && !gift.item ? { "gift.item": "required" } : {}),
    ...(gift?.kind === "stamp" && !gift.goal ? { "gift.goal": "required" } : {}),
    ...(gift?.kind === "progress" && !(gift.amount > 0) ? { "gift.amount": "number" } : {}),
  }),
};

/** The kinds of gifts that a campaign can give for a scan, points first. */
export const GIFTS = ["points", "item", "stamp", "progress"] as const;
type Gift = NonNullable<CampaignInput["gift"]>;

/** A new gift of a kind; nothing for points. */
export function blankGift(kind: (typeof GIFTS)[number]): Gift | undefined {
  if (kind === "points") return undefined;
  if (kind === "item") return { kind, item: "" };
  return kind === "stamp" ? { kind, goal: "" } : { kind, amount: 0 };
}

/** The most points, or the most gifts, that a campaign can give; undefined without a limit. */
export function exposure({ points = 0, gift, total }: CampaignInput): number | undefined {
  return total === undefined || total < 0 ? undefined : gift ? total : points * total;
}
