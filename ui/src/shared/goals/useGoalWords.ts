import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDate, formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { MemberGoal } from "./goals";

/** Sentences about a goal. */
export function useGoalWords() {
  const { t } = useTranslation("goals");
  const language = useLanguage();
  const amount = ({ counts }: MemberGoal, number: number) =>
    counts === "spend" ? `HK$${formatPoints(number)}` : formatPoints(number);
  const progress = (goal: MemberGoal) =>
    t("progress", { done: amount(goal, goal.progress), target: amount(goal, goal.target) });
  return {
    name: (goal: MemberGoal) => localized(goal.name, language),
    progress,
    /** The progress, and the last day. */
    line(goal: MemberGoal) {
      if (goal.state === "reached" && goal.reached)
        return t("doneOn", { day: formatDay(goal.reached.at, language) });
      if (goal.state === "ended")
        return goal.progress === goal.target ? t("done") : t("over", { progress: progress(goal) });
      if (goal.days !== undefined && goal.progress === 0) return t("daysFromFirst", { count: goal.days });
      if (!goal.lastDay) return progress(goal);
      return t("until", { progress: progress(goal), day: formatDay(noonOf(goal.lastDay), language) });
    },
    reward({ reward }: Pick<MemberGoal, "reward">) {
      if (reward.kind === "points")
        return t("points", { count: reward.points, points: formatPoints(reward.points) });
      if (reward.kind === "multiplier")
        return reward.factor
          ? t("multiplier", { factor: Number(reward.factor), count: reward.days })
          : t("multiplierOff", { count: reward.days });
      return reward.kind === "item" ? localized(reward.name, language) : t("badge");
    },
    /** The partners whose purchases count: up to two names, or their number. */
    where({ partners }: MemberGoal) {
      if (partners.length === 0) return t("everywhere");
      if (partners.length > 2) return t("partners", { count: partners.length });
      return partners.map(({ name }) => localized(name, language)).join(t("and"));
    },
    /** The conditions, a sentence each. */
    rules(goal: MemberGoal) {
      return [
        t(`counts.${goal.counts}`, { target: amount(goal, goal.target), count: goal.target }),
        goal.minimumBillHkd && t("minimum", { amount: goal.minimumBillHkd.replace(/\.00$/, "") }),
        goal.perDay && t("perDay", { count: goal.perDay }),
        goal.lastDay && t("lastDay", { day: formatDate(noonOf(goal.lastDay), language) }),
        goal.days !== undefined && t("daysFromFirst", { count: goal.days }),
        goal.repeats && t("repeats"),
      ].filter((line): line is string => Boolean(line));
    },
  };
}
