import { ChevronIcon } from "../../kit/icons/icons-basic";
import type { MemberGoal } from "../../shared/goals/goals";
import { Stamps } from "../../shared/goals/Stamps";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import css from "./StampCard.module.css";

/** A stamp card: paper with a perforation. A tap shows how it is won. */
export function StampCard({ goal, onOpen }: { goal: MemberGoal; onOpen(): void }) {
  const words = useGoalWords();
  return (
    <button type="button" className={css.card} onClick={onOpen}>
      <span className={css.inside}>
        <span className={css.head}>
          <span className={css.names}>
            <b>{words.name(goal)}</b>
            <small>{words.where(goal)}</small>
          </span>
          <ChevronIcon size={18} />
        </span>
        <span className={css.body}>
          <Stamps target={goal.target} progress={goal.progress} />
          <span className={css.foot}>
            <span>{words.line(goal)}</span>
            <b>{words.reward(goal)}</b>
          </span>
        </span>
      </span>
    </button>
  );
}
