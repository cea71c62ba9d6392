import { onlineManager, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { loadWords } from "../../i18n/i18n";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { classes } from "../../kit/classes";
import { ChevronIcon } from "../../kit/icons/icons-basic";
import layout from "../../kit/styles/layout.module.css";
import { bonusesQuery, nextBonus } from "../../shared/bonuses/bonuses";
import { treeQuery } from "../../shared/carbon/tree";
import { goalsQuery, type MemberGoal, nextGoal } from "../../shared/goals/goals";
import { Meter } from "../../shared/goals/Meter";
import { Stamps } from "../../shared/goals/Stamps";
import { TierLines } from "../../shared/goals/TierLines";
import { tierQuery } from "../../shared/goals/tiers";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import { paths, withBack } from "../../shared/paths";
import { HomeBonus } from "./HomeBonus";
import css from "./HomeGoal.module.css";
import { HomeTree } from "./HomeTree";

interface HomeGoalProps {
  settled: boolean;
  /** Tells whether the programme has earning rules, goals and carbon factors. */
  has: { rules?: boolean; goals?: boolean; carbon?: boolean };
  /** True if `has` comes from an answer of this visit, and not from an earlier visit. */
  current: boolean;
}

/**
 * The next bonus, the member's level, the goal that ends first and the year's tree, as cards on Home. They come with the
 * news or at the next visit, so that nothing shifts.
 */
export function HomeGoal({ settled, has, current }: HomeGoalProps) {
  const bonuses = useQuery({ ...bonusesQuery(), enabled: !!has.rules });
  const goals = useQuery({ ...goalsQuery(), enabled: !!has.goals });
  const tier = useQuery({ ...tierQuery(), enabled: !!has.goals });
  const tree = useQuery({ ...treeQuery(), enabled: !!has.carbon && current });
  // The cache keeps a tree that was fetched while the programme still counted carbon.
  const shownTree = has.carbon ? tree.data : undefined;
  // Bonuses that are kept from an earlier visit may be over.
  const fresh = !!has.rules && bonuses.dataUpdatedAt > performance.timeOrigin;
  // A query that is switched off counts as answered, as does one that failed.
  const answered = [bonuses, goals, tier, tree].every(({ isLoading }) => !isLoading);
  // Kept bonuses stand in while the new ones load; the strip would then come after the other cards.
  const ready = answered && (fresh || bonuses.isError || !has.rules || !onlineManager.isOnline());
  const [before, setBefore] = useState(settled);
  const [shown, setShown] = useState(settled && ready);
  // The strip comes with the cards below it, and a connection that is lost or found later does not move them.
  const [withBonus, setWithBonus] = useState(fresh);
  if (settled !== before) {
    setBefore(settled);
    setShown(ready);
    setWithBonus(fresh);
  }
  if (!shown) return null;
  const bonus = withBonus && nextBonus(bonuses.data ?? []);
  const goal = goals.data && nextGoal(goals.data);
  return (
    <>
      {bonus && <HomeBonus bonus={bonus} />}
      {tier.data && (
        <ScreenLink className={classes(layout.card, css.tier)} to={paths.goals} state={withBack}>
          <TierLines tier={tier.data} />
        </ScreenLink>
      )}
      {(goal || shownTree) && (
        <div className={classes(css.cards, Boolean(goal && shownTree) && css.pair)}>
          {goal && <Goal goal={goal} />}
          {shownTree && <HomeTree tree={shownTree} alone={!goal} />}
        </div>
      )}
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
      <span className={css.chevron}>
        <ChevronIcon size={18} />
      </span>
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

/** The cards, once their texts are loaded. */
export async function withWords() {
  await loadWords(["goals", "carbon", "explorer"]);
  return HomeGoal;
}
