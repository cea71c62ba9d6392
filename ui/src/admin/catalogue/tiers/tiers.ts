import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import { type Localized, nothing, tidyText } from "../../kit/editor/localized";
import { ADMIN } from "../../session";
import { BLANK_REWARD, type GoalReward, type RewardForm, rewardOf, typedReward } from "../goals/goals";

type Schemas = components["schemas"];
export type AdminLadder = Schemas["AdminTierLadder"];
export type Ladder = Schemas["TierLadder"];
export type TierEffect = Schemas["TierEffect"];
export type LevelEffect = Schemas["TierLevelEffect"];

/** Most levels of the ladder. */
export const MOST_LEVELS = 5;

const TIERS = "tiers";

/** The ladder with the tag that a change has to name. */
export const ladderQuery = () =>
  queryOptions({
    queryKey: [ADMIN, TIERS],
    queryFn: async ({ signal }) => {
      let etag = "";
      const answered = (headers: Headers) => {
        etag = headers.get("etag") ?? "";
      };
      const ladder = await call("get", "/api/admin/tiers", { signal, answered });
      return { ladder, etag };
    },
  });

export const ladderChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, TIERS] });

export const saveLadder = (etag: string, body: Ladder) =>
  call("put", "/api/admin/tiers", { headers: { "If-Match": etag }, body });
/** Asks the server how many members would rise and fall by a ladder. The server stores nothing. */
export const lookUpEffect = (body: Ladder) => call("post", "/api/admin/tiers/effect", { body });
export const dropDraft = () => call("delete", "/api/admin/tiers/draft", {});
/** Fails with 202 where a second person has to agree. */
export const switchOn = (etag: string) =>
  call("post", "/api/admin/tiers/switch-on", { headers: { "If-Match": etag } });
export const switchOff = () => call("post", "/api/admin/tiers/switch-off", {});

interface LevelForm extends RewardForm {
  name: Localized;
  target: string;
  reward: GoalReward["kind"] | "none";
}

/** The values of the form as typed. */
export interface LadderForm {
  counts: Ladder["counts"];
  window: Ladder["window"]["kind"];
  months: string;
  notice: string;
  grace: string;
  levels: readonly LevelForm[];
}

export const blankLevel: LevelForm = { name: nothing, target: "", reward: "none", ...BLANK_REWARD };

/** The form of the ladder; of a new one without it. */
export function formOf(ladder: Ladder | undefined): LadderForm {
  return {
    counts: ladder?.counts ?? "points",
    window: ladder?.window.kind ?? "year",
    months: ladder?.window.kind === "months" ? String(ladder.window.months) : "12",
    notice: String(ladder?.noticeDays ?? 60),
    grace: String(ladder?.graceDays ?? 90),
    levels: ladder?.levels.map(({ name, target, reward }) => ({
      name,
      target: String(target),
      reward: reward?.kind ?? "none",
      ...(reward ? typedReward(reward) : BLANK_REWARD),
    })) ?? [blankLevel],
  };
}

/** The ladder as the server takes it. */
export const ladderOf = (form: LadderForm): Ladder => ({
  counts: form.counts,
  window: form.window === "months" ? { kind: "months", months: Number(form.months) } : { kind: "year" },
  noticeDays: Number(form.notice),
  graceDays: Number(form.grace),
  levels: form.levels.map((level) => ({
    name: tidyText(level.name),
    target: Number(level.target),
    ...(level.reward === "none" ? {} : { reward: rewardOf(level.reward, level) }),
  })),
});

/** Returns whether two ladders are the same, whatever the order of the languages in their texts. */
export const sameLadder = (one: Ladder, other: Ladder) => inOrder(one) === inOrder(other);

const inOrder = ({ counts, window, noticeDays, graceDays, levels }: Ladder) =>
  JSON.stringify([
    counts,
    window.kind === "months" ? window.months : window.kind,
    noticeDays,
    graceDays,
    levels.map(({ name, target, reward }) => [
      name.en,
      name.zh,
      name.zhhk,
      target,
      reward && Object.entries(reward).sort(),
    ]),
  ]);

/** A ladder that waits for a second person, as the server writes it. */
export interface LadderRequest {
  /** The ladder that is on, or the last one that was. */
  before: Ladder | null;
  after: Ladder;
  rise: number;
  fall: number;
  firstFall: string | null;
  /** The members of levels that go. */
  removed?: number;
}

export const isOfLadder = (body: object): body is LadderRequest => "after" in body && "fall" in body;
