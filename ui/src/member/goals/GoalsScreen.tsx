import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { Bone, SkeletonRegion } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import { goalsQuery, type MemberGoal, sections, toCelebrate } from "../../shared/goals/goals";
import { tierQuery } from "../../shared/goals/tiers";
import { CardDone } from "./CardDone";
import { ChallengeRow } from "./ChallengeRow";
import { GoalSheet } from "./GoalSheet";
import { GoalsEmpty } from "./GoalsEmpty";
import css from "./GoalsScreen.module.css";
import { StampCard } from "./StampCard";
import { TierCard } from "./TierCard";

/** The member's stamp cards and challenges; a card that has just become full is shown first, on its own. */
export function GoalsScreen() {
  const { t } = useTranslation("goals");
  const goals = useQuery(goalsQuery());
  const { data: tier, isPending } = useQuery(tierQuery());
  const [done, setDone] = useState<MemberGoal>();
  const [left, setLeft] = useState<readonly string[]>([]);
  const full = goals.data && toCelebrate(goals.data);
  // The card is kept in the state, because the list marks it as seen as soon as it is shown.
  if (full && !done && !left.includes(full._id)) setDone(full);
  if (done) {
    const close = () => {
      setLeft([...left, done._id]);
      setDone(undefined);
    };
    return <CardDone goal={done} onClose={close} />;
  }
  const skeleton = (
    <SkeletonRegion>
      <Bone shape="title" />
      <Bone shape="card" />
      <Bone shape="card" />
    </SkeletonRegion>
  );
  return (
    <Screen title={t("title")} info={<p>{t("info")}</p>}>
      <Loaded of={goals} failed={t("failed")} skeleton={skeleton}>
        {(all) =>
          // The level stands above the goals, which must not move when it arrives.
          isPending ? (
            skeleton
          ) : (
            <>
              {tier && <TierCard tier={tier} />}
              {all.length > 0 && <All goals={all} />}
              {all.length === 0 && !tier && <GoalsEmpty title={t("empty.title")} text={t("empty.text")} />}
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

function All({ goals }: { goals: readonly MemberGoal[] }) {
  const { t } = useTranslation("goals");
  const [open, setOpen] = useState<MemberGoal>();
  const { cards, challenges, ended } = sections(goals);
  return (
    <>
      {cards.length > 0 && (
        <section className={css.section} aria-labelledby="goals-cards">
          <h2 id="goals-cards">{t("cards")}</h2>
          {cards.map((goal) => (
            <StampCard key={goal._id} goal={goal} onOpen={() => setOpen(goal)} />
          ))}
        </section>
      )}
      {challenges.length > 0 && (
        <section className={css.section} aria-labelledby="goals-challenges">
          <h2 id="goals-challenges">{t("challenges")}</h2>
          <Challenges goals={challenges} onOpen={setOpen} />
        </section>
      )}
      {ended.length > 0 && (
        <details className={css.section}>
          <summary className={css.fold}>{t("ended", { count: ended.length })}</summary>
          <Challenges goals={ended} onOpen={setOpen} />
        </details>
      )}
      {open && <GoalSheet goal={open} onClose={() => setOpen(undefined)} />}
    </>
  );
}

function Challenges({ goals, onOpen }: { goals: readonly MemberGoal[]; onOpen(goal: MemberGoal): void }) {
  return (
    <ul className={classes(layout.card, layout.rows)}>
      {goals.map((goal) => (
        <li key={goal._id}>
          <ChallengeRow goal={goal} onOpen={() => onOpen(goal)} />
        </li>
      ))}
    </ul>
  );
}
