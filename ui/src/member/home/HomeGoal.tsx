import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../i18n/i18n";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import layout from "../../kit/styles/layout.module.css";
import { goalsQuery, type MemberGoal, nextGoal } from "../../shared/goals/goals";
import { Meter } from "../../shared/goals/Meter";
import { Stamps } from "../../shared/goals/Stamps";
import { TierLines } from "../../shared/goals/TierLines";
import { tierQuery } from "../../shared/goals/tiers";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import { paths, withBack } from "../../shared/paths";
import css from "./HomeGoal.module.css";

/** The goal that ends first, as a card on Home. It comes with the news or at the next visit, so that nothing shifts. */
export function HomeGoal({ settled }: { settled: boolean }) {
  const goals = useQuery(goalsQuery()).data;
  const tier = useQuery(tierQuery());
  const [before, setBefore] = useState(settled);
  const [shown, setShown] = useState(settled && goals !== undefined && !tier.isPending);
  if (settled !== before) {
    setBefore(settled);
    setShown(goals !== undefined && !tier.isPending);
  }
  if (!shown || !goals) return null;
  const goal = nextGoal(goals);
  return (
    <>
      {tier.data && (
        <ScreenLink className={classes(layout.card, css.tier)} to={paths.goals} state={withBack}>
          <TierLines tier={tier.data} />
        </ScreenLink>
      )}
      {goal && <Goal goal={goal} />}
    </>
  );
}

function Goal({ goal }: { goal: MemberGoal }) {
  const { t } = useTranslation("goals");
  const words = useGoalWords();
  return (
    <ScreenLink className={classes(layout.card, css.card)} to={paths.goals} state={withBack}>
      <span className={css.words}>
        <b>{words.name(goal)}</b>
        <small>{words.line(goal)}</small>
      </span>
      <ChevronIcon size={18} />
      <span className={css.wide}>
        {goal.kind === "stampCard" ? (
          <Stamps small target={goal.target} progress={goal.progress} />
        ) : (
          <Meter label={t("title")} value={goal.progress} most={goal.target} text={words.progress(goal)} />
        )}
      </span>
    </ScreenLink>
  );
}

/** The card, once its texts are loaded. */
export async function withWords() {
  await loadWords(["goals"]);
  return HomeGoal;
}
