import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatChange, formatDate, formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Sheet } from "../../kit/dialog/Sheet";
import { Note } from "../../kit/screen/Paper";
import { Row } from "../../kit/screen/Row";
import layout from "../../kit/styles/layout.module.css";
import { goalQuery, type MemberGoal } from "../../shared/goals/goals";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import css from "./GoalSheet.module.css";

/** The task of a goal, and the purchases that count so far. */
export function GoalSheet({ goal, onClose }: { goal: MemberGoal; onClose(): void }) {
  const { t } = useTranslation("goals");
  const language = useLanguage();
  const words = useGoalWords();
  const stamps = useQuery(goalQuery(goal._id)).data?.stamps ?? [];
  const { multipliedFrom, multipliedUntil } = goal.reached ?? {};
  const day = (on: string) => formatDay(noonOf(on), language);
  const added = (amount: number) =>
    goal.counts === "spend"
      ? `HK$${formatPoints(amount)}`
      : goal.counts === "points"
        ? formatChange(amount)
        : undefined;
  return (
    <Sheet title={words.name(goal)} onClose={onClose}>
      {goal.reached?.owed && <Note tone="pollen">{t("owed")}</Note>}
      <dl className={layout.facts}>
        <div>
          <dt>{t("reward")}</dt>
          <dd>{words.reward(goal)}</dd>
        </div>
        <div>
          <dt>{t("where")}</dt>
          <dd>
            {goal.partners.map(({ name }) => localized(name, language)).join(t("and")) || t("everywhere")}
          </dd>
        </div>
        {multipliedFrom && multipliedUntil && (
          <div>
            <dt>{t("multiplied")}</dt>
            <dd>{t("multipliedDays", { from: day(multipliedFrom), until: day(multipliedUntil) })}</dd>
          </div>
        )}
        {goal.times > 0 && (
          <div>
            <dt>{t("reached")}</dt>
            <dd>{t("times", { count: goal.times })}</dd>
          </div>
        )}
      </dl>
      <ul className={css.rules}>
        {words.rules(goal).map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {stamps.length > 0 && (
        <>
          <h3 className={css.heading}>{t("purchases")}</h3>
          <ul className={layout.rows}>
            {stamps.map(({ transactionId, partner, created, amount }) => (
              <li key={transactionId}>
                <Row
                  flat
                  title={partner ? localized(partner.name, language) : t("fromCampaign")}
                  line={formatDate(created, language)}
                  end={added(amount) && <b>{added(amount)}</b>}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Sheet>
  );
}
