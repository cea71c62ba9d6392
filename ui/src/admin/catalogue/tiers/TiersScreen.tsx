import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../../api/programme";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { ActionDialog } from "../../kit/ActionDialog";
import { AdminPage } from "../../kit/AdminPage";
import { fieldErrors, useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import own from "../goals/GoalEditor.module.css";
import { TierFields } from "./TierFields";
import {
  type AdminLadder,
  dropDraft,
  formOf,
  ladderChanged,
  ladderOf,
  ladderQuery,
  saveLadder,
  switchOff,
  switchOn,
} from "./tiers";

type Question = "on" | "off" | "drop";

/** The ladder of levels: its draft, what is on, and how many members hold each level. */
export function TiersScreen() {
  const { t } = useTranslation("adminGoals");
  const found = useQuery(ladderQuery());
  if (found.data) return <Editor key={found.data.etag} {...found.data} />;
  return (
    <AdminPage title={t("tiers.title")} back={{ to: adminPaths.goals, label: t("tiers.goals") }}>
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

function Editor({ ladder, etag }: { ladder: AdminLadder; etag: string }) {
  const { t } = useTranslation("adminGoals");
  const say = useErrorText();
  const mayChange = useMay("runProgramme");
  const programme = useQuery(programmeQuery());
  const newest = ladder.versions[0];
  const saved = formOf(newest?.ladder);
  const [form, setForm] = useState(saved);
  const [asking, setAsking] = useState<Question>();
  const { busy, error, run } = useAction();
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    void run(async () => {
      await saveLadder(etag, ladderOf(form));
      await ladderChanged();
      showToast(t("saved"));
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
      title={t("tiers.title")}
      back={{ to: adminPaths.goals, label: t("tiers.goals") }}
      line={<Standing ladder={ladder} />}
      actions={
        mayChange && (
          <>
            {newest?.draft && ask("drop", t("drop"))}
            {ladder.live && ask("off", t("switchOff"))}
            <Button
              kind="quiet"
              small
              type="submit"
              form="tiers"
              disabled={!changed}
              busy={busy && t("saving")}
            >
              {t("save")}
            </Button>
            {newest && (newest.draft || !ladder.live) && ask("on", t("switchOn"), false)}
          </>
        )
      }
    >
      {programme.data && !programme.data.goals && <Note>{t("off")}</Note>}
      <form id="tiers" className={own.form} noValidate onSubmit={save}>
        {error !== undefined && <Note tone="plum">{say(error)}</Note>}
        <TierFields
          form={form}
          disabled={!mayChange}
          wrong={fieldErrors(error)}
          members={ladder.members}
          onChange={setForm}
        />
      </form>
      {asking && <AskDialog what={asking} etag={etag} onClose={() => setAsking(undefined)} />}
    </AdminPage>
  );
}

function Standing({ ladder: { live, versions } }: { ladder: AdminLadder }) {
  const { t } = useTranslation("adminGoals");
  const newest = versions[0];
  if (!newest) return <span className={css.soft}>{t("tiers.never")}</span>;
  const state = live ? "on" : newest.draft ? "draft" : "off";
  return (
    <>
      <Badge tone={live ? "leaf" : "plain"}>{t(`tiers.${state}`)}</Badge>{" "}
      <span className={css.soft}>
        {t("tiers.standing", { version: newest.version })}
        {live && live !== newest.version ? `. ${t("liveGoesOn", { version: live })}` : ""}
      </span>
    </>
  );
}

function AskDialog({ what, etag, onClose }: { what: Question; etag: string; onClose(): void }) {
  const { t } = useTranslation("adminGoals");
  const act = async () => {
    if (what === "on") await switchOn(etag);
    else if (what === "off") await switchOff();
    else await dropDraft();
    onClose();
    showToast(t(`tiers.ask.${what}.done`));
    await ladderChanged();
  };
  return (
    <ActionDialog
      title={t(`tiers.ask.${what}.title`)}
      submit={t(`tiers.ask.${what}.submit`)}
      busy={t("saving")}
      onClose={onClose}
      act={act}
    >
      <p>{t(`tiers.ask.${what}.text`)}</p>
    </ActionDialog>
  );
}
