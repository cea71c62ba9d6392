import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { useNavigate, useParams } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { AskDialog, type Question } from "./AskDialog";
import { CostCard } from "./CostCard";
import own from "./GoalEditor.module.css";
import { GoalFields } from "./GoalFields";
import { GoalPreview } from "./GoalPreview";
import { type AdminGoal, addGoal, formOf, goalOf, goalQuery, goalsChanged, replaceGoal } from "./goals";
import { SurprisePanel } from "./SurprisePanel";
import { TONES, useGoalWords } from "./useGoalWords";

/** The editor of one goal, or of a new one. */
export function GoalEditor() {
  const { t } = useTranslation("adminGoals");
  const { id = "new" } = useParams();
  const found = useQuery({ ...goalQuery(id), enabled: id !== "new" });
  if (id === "new") return <Editor key={id} />;
  if (found.data) return <Editor key={found.data.etag} known={found.data} />;
  return (
    <AdminPage title={t("goal")} back={{ to: adminPaths.goals, label: t("title") }}>
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

function Editor({ known }: { known?: { goal: AdminGoal; etag: string } }) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const words = useGoalWords();
  const say = useErrorText();
  const navigate = useNavigate();
  const mayChange = useMay("runProgramme");
  const seesCost = useMay("readReports");
  const goal = known?.goal;
  const newest = goal?.versions[0];
  const saved = formOf(newest?.goal);
  const [form, setForm] = useState(saved);
  const [asking, setAsking] = useState<Question>();
  const { busy, error, run } = useAction();
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      const written = known
        ? await replaceGoal(known.goal._id, known.etag, goalOf(form))
        : await addGoal(goalOf(form));
      await goalsChanged();
      showToast(t("saved"));
      if (!known) navigate(recordPath(adminPaths.goals, written._id), { replace: true });
    });
  };
  const ask = (what: Question, label: string, quiet = true) => (
    <Button
      kind={quiet ? "quiet" : "leaf"}
      small
      disabled={!quiet && changed}
      onClick={() => setAsking(what)}
    >
      {label}
    </Button>
  );
  return (
    <AdminPage
      title={localized(form.name, language) || t("new")}
      back={{ to: adminPaths.goals, label: t("title") }}
      line={goal && <Standing goal={goal} />}
      actions={
        mayChange && (
          <>
            {newest?.draft && ask("drop", t("drop"))}
            {goal?.live && ask("off", t("switchOff"))}
            <Button
              kind="quiet"
              small
              type="submit"
              form="goal"
              disabled={!changed}
              busy={busy && t("saving")}
            >
              {t("save")}
            </Button>
            {goal && (newest?.draft || !goal.live) && ask("on", t("switchOn"), false)}
          </>
        )
      }
    >
      <div className={own.split}>
        <div className={own.form}>
          <form id="goal" noValidate onSubmit={save}>
            {error !== undefined && <Note tone="plum">{say(error)}</Note>}
            <GoalFields form={form} disabled={!mayChange} wrong={fieldErrors(error)} onChange={setForm} />
          </form>
          <SurprisePanel />
          {seesCost && <CostCard form={form} id={goal?._id} />}
        </div>
        <GoalPreview form={form} />
      </div>
      {asking && known && (
        <AskDialog
          what={asking}
          known={known}
          reward={words.reward(goalOf(form))}
          onClose={() => setAsking(undefined)}
        />
      )}
    </AdminPage>
  );
}

function Standing({ goal: { state, versions, live, cards, rewards } }: { goal: AdminGoal }) {
  const { t } = useTranslation("adminGoals");
  const version = versions[0]?.version;
  return (
    <>
      <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>{" "}
      <span className={css.soft}>
        {t("standing", { version, cards, rewards })}
        {live && live !== version ? ` ${t("liveGoesOn", { version: live })}` : ""}
      </span>
    </>
  );
}
