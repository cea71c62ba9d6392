import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../api/queries";
import { Button, ButtonLink, IconButton } from "../../kit/buttons/Button";
import { CloseIcon } from "../../kit/icons/icons-basic";
import { Screen } from "../../kit/screen/Screen";
import { goalsQuery, type MemberGoal, markSeen } from "../../shared/goals/goals";
import { Stamps } from "../../shared/goals/Stamps";
import { useGoalWords } from "../../shared/goals/useGoalWords";
import { paths, withBack } from "../../shared/paths";
import css from "./CardDone.module.css";

/** Shows once that a stamp card has become full. Afterwards the reward is on the screen of its kind. */
export function CardDone({ goal, onClose }: { goal: MemberGoal; onClose(): void }) {
  const { t } = useTranslation("goals");
  const words = useGoalWords();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    title.current?.focus();
    // A member whose request fails sees this screen again.
    markSeen(goal._id)
      .then(() => queryClient.invalidateQueries(goalsQuery()))
      .catch(() => {});
  }, [goal._id]);
  const { kind } = goal.reward;
  const kept = kind === "badge" || kind === "multiplier";
  const owed = goal.reached?.owed === true;
  const reward = words.reward(goal);
  return (
    <Screen
      title={t("full.title")}
      header="none"
      footer={
        <div className={css.buttons}>
          {kept || owed ? null : (
            <ButtonLink block to={kind === "item" ? paths.rewards : paths.points} state={withBack}>
              {t(kind === "item" ? "full.coupon" : "full.seePoints")}
            </ButtonLink>
          )}
          <Button kind={kept || owed ? "leaf" : "text"} block onClick={onClose}>
            {t("full.later")}
          </Button>
        </div>
      }
    >
      <div className={css.close}>
        <IconButton label={t("full.later")} onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <div className={css.words} role="status">
        <h1 ref={title} tabIndex={-1}>
          {words.name(goal)}
        </h1>
        <p>{owed ? t("owed") : t(`full.${kind}`, { reward })}</p>
      </div>
      <div className={css.paper}>
        <Stamps target={goal.target} progress={goal.target} />
        <p className={css.reward}>{reward}</p>
      </div>
      {goal.repeats && <p className={css.next}>{t("full.again")}</p>}
    </Screen>
  );
}
