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
import { fieldErrors, tellApprovalNeeded, useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import own from "../goals/GoalEditor.module.css";
import { Effect } from "./Effect";
import { TierFields } from "./TierFields";
import tiers from "./Tiers.module.css";
import {
  type AdminLadder,
  dropDraft,
  formOf,
  type Ladder,
  ladderChanged,
  ladderOf,
  ladderQuery,
  lookUpEffect,
  sameLadder,
  saveLadder,
  switchOff,
  switchOn,
  type TierEffect,
} from "./tiers";

type Question = "on" | "off" | "drop";

/** A ladder with the effect that it would have. */
interface LookedUp {
  ladder: Ladder;
  effect: TierEffect;
}

/** The ladder of levels: its draft, what is on, and how many members hold each level. */
export function TiersScreen() {
  const { t } = useTranslation("adminGoals");
  const found = useQuery(ladderQuery());
  // Saving opens the editor anew; what was looked up still holds for the saved ladder.
  const [looked, setLooked] = useState<LookedUp>();
  if (found.data) return <Editor key={found.data.etag} {...found.data} looked={looked} onLook={setLooked} />;
  return (
    <AdminPage title={t("tiers.title")} back={{ to: adminPaths.goals, label: t("tiers.goals") }}>
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {() => null}
      </Loaded>
    </AdminPage>
  );
}

interface EditorProps {
  ladder: AdminLadder;
  etag: string;
  looked: LookedUp | undefined;
  onLook(looked: LookedUp | undefined): void;
}

function Editor({ ladder, etag, looked, onLook }: EditorProps) {
  const { t } = useTranslation("adminGoals");
  const say = useErrorText();
  const mayChange = useMay("runProgramme");
  const programme = useQuery(programmeQuery());
  const newest = ladder.versions[0];
  const saved = formOf(newest?.ladder);
  const [form, setForm] = useState(saved);
  const [asking, setAsking] = useState<Question>();
  const { busy, error, run } = useAction();
  const [looking, setLooking] = useState(false);
  const proposal = ladderOf(form);
  const found = looked && sameLadder(looked.ladder, proposal) ? looked : undefined;
  const before = ladder.versions.find(({ version, firstOn }) =>
    ladder.live ? version === ladder.live : firstOn,
  );
  const changed = JSON.stringify(form) !== JSON.stringify(saved);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setLooking(false);
    void run(async () => {
      await saveLadder(etag, proposal);
      await ladderChanged();
      showToast(t("saved"));
    });
  };
  const lookUp = () => {
    setLooking(true);
    void run(async () => onLook({ ladder: proposal, effect: await lookUpEffect(proposal) }));
  };
  const ask = (what: Question, label: string, quiet = true) => (
    <Button
      kind={quiet ? "quiet" : "leaf"}
      small
      disabled={!quiet && (changed || !found)}
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
              busy={busy && !looking && t("saving")}
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
      {mayChange && (
        <div className={tiers.lookUp}>
          <Button kind="quiet" small busy={busy && looking && t("tiers.effect.lookingUp")} onClick={lookUp}>
            {t("tiers.effect.lookUp")}
          </Button>
          {!found && <p className={css.soft}>{t("tiers.effect.lookFirst")}</p>}
        </div>
      )}
      {found && <Effect of={found.effect} ladder={found.ladder} before={before?.ladder} />}
      {asking && (
        <AskDialog
          what={asking}
          live={before?.ladder}
          etag={etag}
          onClose={() => setAsking(undefined)}
          onDone={() => onLook(undefined)}
        />
      )}
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

interface AskDialogProps {
  what: Question;
  /** The ladder that is on, or the last one that was. */
  live: Ladder | undefined;
  etag: string;
  onClose(): void;
  /** The ladder has changed, so what was looked up holds no more. */
  onDone(): void;
}

function AskDialog({ what, live, etag, onClose, onDone }: AskDialogProps) {
  const { t } = useTranslation("adminGoals");
  const act = async () => {
    try {
      if (what === "on") await switchOn(etag);
      else if (what === "off") await switchOff();
      else await dropDraft();
    } catch (failure) {
      if (!tellApprovalNeeded(failure)) throw failure;
      onClose();
      return;
    }
    onClose();
    onDone();
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
      <p>
        {t(`tiers.ask.${what}.text`, {
          grace: live?.graceDays,
          days: live && live.noticeDays + live.graceDays,
        })}
      </p>
    </ActionDialog>
  );
}
