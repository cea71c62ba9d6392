import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { programmeQuery } from "../../../api/programme";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { type AdminGoal, goalsQuery } from "./goals";
import { TONES, useGoalWords } from "./useGoalWords";

/** The goals: those that are on, the drafts, and how often each goal was won. */
export function GoalsScreen() {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const words = useGoalWords();
  const mayChange = useMay("runProgramme");
  const programme = useQuery(programmeQuery());
  const goals = useQuery(goalsQuery());
  const columns: Column<AdminGoal>[] = [
    {
      key: "name",
      head: t("goal"),
      by: (goal) => localized(words.shown(goal).name, language),
      names: true,
      cell: (goal) => (
        <>
          <Link className={css.open} to={recordPath(adminPaths.goals, goal._id)}>
            {localized(words.shown(goal).name, language)}
          </Link>
          <span className={css.two}>{words.summary(words.shown(goal))}</span>
        </>
      ),
    },
    {
      key: "state",
      head: t("state"),
      by: ({ state }) => t(`states.${state}`),
      cell: (goal) => (
        <>
          <Badge tone={TONES[goal.state]}>{t(`states.${goal.state}`)}</Badge>
          {goal.live && goal.versions[0]?.draft && <span className={css.two}>{t("hasDraft")}</span>}
        </>
      ),
    },
    {
      key: "reward",
      head: t("reward"),
      from: "medium",
      cell: (goal) => words.reward(words.shown(goal)),
    },
    {
      key: "cards",
      head: t("cards"),
      end: true,
      from: "medium",
      by: ({ cards }) => cards,
      cell: ({ cards }) => formatPoints(cards),
    },
    {
      key: "rewards",
      head: t("won"),
      end: true,
      by: ({ rewards }) => rewards,
      cell: (goal) => {
        const { limit } = words.shown(goal);
        const won = formatPoints(goal.rewards);
        return limit ? t("wonOf", { won, limit: formatPoints(limit) }) : won;
      },
    },
  ];
  const pages = useLocalPages("goals", goals, { columns });
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          <CsvLink path="/api/admin/goals" of={t("title")} />
          <ButtonLink kind="quiet" small to={adminPaths.tiers}>
            {t("tiers.title")}
          </ButtonLink>
          {mayChange && (
            <ButtonLink small to={newPath(adminPaths.goals)}>
              {t("add")}
            </ButtonLink>
          )}
        </>
      }
    >
      {programme.data && !programme.data.goals && <Note>{t("off")}</Note>}
      <section className={`${css.panel} ${css.list}`}>
        <DataTable
          label={t("title")}
          pages={pages}
          rowKey={({ _id }) => _id}
          failed={t("failed")}
          empty={{ title: t("empty.title"), text: t("empty.text") }}
          columns={columns}
        />
      </section>
    </AdminPage>
  );
}
