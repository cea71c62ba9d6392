import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { Facts } from "../../kit/Facts";
import { adminPaths, recordPath } from "../../paths";
import type { Goal } from "./goals";
import { useGoalWords } from "./useGoalWords";

interface GoalAskedProps {
  id: string;
  /** The version that is on now. */
  before: Goal | null | undefined;
  /** The version that waits to be switched on. */
  after: Goal;
}

/** A goal that waits for a second person: what it would ask and give, and what it does now. */
export function GoalAsked({ id, before, after }: GoalAskedProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const words = useGoalWords();
  return (
    <Facts
      facts={[
        [
          t("goal"),
          <Link key="goal" className={admin.quietLink} to={recordPath(adminPaths.goals, id)}>
            {localized(after.name, language)}
          </Link>,
        ],
        [t("asked.would"), words.summary(after)],
        [t("reward"), words.reward(after)],
        [t("limit"), after.limit ? formatPoints(after.limit) : t("asked.noLimit")],
        [t("asked.now"), before ? `${words.summary(before)} · ${words.reward(before)}` : t("states.off")],
      ]}
    />
  );
}
