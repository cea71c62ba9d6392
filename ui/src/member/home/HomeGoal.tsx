import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../i18n/i18n";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import layout from "../../kit/styles/layout.module.css";
import { goalsQuery, nextGoal } from "../../shared/goals/goals";
import { Meter } from "../../shared/goals/Meter";
import { Stamps } from "../../shared/goals/Stamps";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import { paths, withBack } from "../../shared/paths";
import css from "./HomeGoal.module.css";

/** The goal that ends first, as a card on Home. It comes with the news or at the next visit, so that nothing shifts. */
export function HomeGoal({ settled }: { settled: boolean }) {
  const { t } = useTranslation("goals");
  const words = useGoalWords();
  const goals = useQuery(goalsQuery()).data;
  const [before, setBefore] = useState(settled);
  const [shown, setShown] = useState(settled && goals !== undefined);
  if (settled !== before) {
    setBefore(settled);
    setShown(goals !== undefined);
  }
  const goal = shown && goals && nextGoal(goals);
  if (!goal) return null;
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
