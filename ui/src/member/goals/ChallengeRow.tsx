import { formatChange } from "../../i18n/format";
import { classes } from "../../kit/classes";
import { CheckIcon } from "../../kit/icons/icons-basic";
import { LeafIcon } from "../../kit/icons/icons-member";
import { Puck } from "../../kit/screen/Row";
import type { MemberGoal } from "../../shared/goals/goals";
import { Meter } from "../../shared/goals/Meter";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import css from "./ChallengeRow.module.css";

/** A challenge with its bar. A tap shows how it is won. */
export function ChallengeRow({ goal, onOpen }: { goal: MemberGoal; onOpen(): void }) {
  const words = useGoalWords();
  const done = goal.progress >= goal.target;
  const { reward } = goal;
  return (
    <button type="button" className={css.row} onClick={onOpen}>
      <Puck tone={done ? "in" : "plain"}>{done ? <CheckIcon size={20} /> : <LeafIcon size={20} />}</Puck>
      <span className={css.words}>
        <span className={css.name}>{words.name(goal)}</span>
        <span className={css.line}>{words.line(goal)}</span>
      </span>
      <span className={classes(css.reward, reward.kind === "points" && css.points)}>
        {reward.kind === "points" ? formatChange(reward.points) : words.reward(goal)}
      </span>
      <span className={css.meter}>
        <Meter
          label={words.name(goal)}
          value={goal.progress}
          most={goal.target}
          text={words.progress(goal)}
        />
      </span>
    </button>
  );
}
