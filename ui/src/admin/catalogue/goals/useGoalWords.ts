import { useQuery } from "@tanstack/react-query";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints } from "../../../i18n/format";
import { type Language, localized, useLanguage } from "../../../i18n/language";
import { allOf, items } from "../../kit/editor/kinds";
import { useWordsIn } from "../../kit/useWordsIn";
import { rulesQuery } from "../rules/rules";
import type { AdminGoal, Goal } from "./goals";

/** The badge of each state. */
export const TONES = {
  draft: "plain",
  on: "leaf",
  scheduled: "harbour",
  off: "plain",
  ended: "plain",
  spent: "pollen",
} as const satisfies Record<AdminGoal["state"], string>;

const BLANK: Goal = {
  name: { en: "" },
  kind: "challenge",
  counts: "purchases",
  target: 0,
  reward: { kind: "badge" },
};

/** Sentences about a goal, in the language of the app or in the one that a preview shows. */
export function useGoalWords(shown?: Language) {
  const own = useLanguage();
  const language = shown ?? own;
  const t = useWordsIn(language, "adminGoals");
  const known = useQuery(allOf(items)).data ?? [];
  const rules = useQuery(rulesQuery()).data ?? [];
  return {
    /** The version that is on, or else the newest. */
    shown: ({ versions, live }: AdminGoal): Goal =>
      (versions.find(({ version }) => version === live) ?? versions[0])?.goal ?? BLANK,
    summary({ kind, counts, target, until }: Goal) {
      const most = t(`targets.${counts}`, { count: target, target: formatPoints(target) });
      const end = until && t("until", { day: formatDate(noonOf(until), language) });
      return [t(`kinds.${kind}`), most, end].filter(Boolean).join(" · ");
    },
    reward({ reward }: Pick<Goal, "reward">) {
      if (reward.kind === "points")
        return t("points", { count: reward.points, points: formatPoints(reward.points) });
      if (reward.kind === "badge") return t("rewards.badge");
      if (reward.kind === "multiplier") {
        const rule = rules.find(({ _id }) => _id === reward.rule);
        const name = rule
          ? localized((rule.live ?? rule.latest).rule.name, language)
          : t("rewards.multiplier");
        return t("forDays", { count: reward.days, rule: name });
      }
      const item = known.find(({ _id }) => _id === reward.item);
      return item ? localized(item.name, language) : t("rewards.item");
    },
  };
}
