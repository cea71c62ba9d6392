import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { showToast } from "../../components/Toaster";
import { formatDateTime } from "../../i18n/format";
import { LANGUAGES, type Language, useLanguage } from "../../i18n/language";
import { useTrouble } from "../components/trouble";
import css from "./Content.module.css";
import { bulkOne } from "./fates";
import type { BulkChange, Kind, Standing, State } from "./kinds";
import { PublishDialog } from "./PublishDialog";
import { StateBadge, stateOf } from "./StateBadge";

interface StandingBarProps<R extends { _id: string }, I> {
  kind: Kind<R, I>;
  standing: Standing;
  title: string;
  mayWrite: boolean;
  complete(language: Language): boolean;
  /** Saves what has been typed; false when that cannot be. */
  save(): Promise<boolean>;
  onChanged(state: State, publishAt: string | undefined): Promise<void>;
}

type Action = BulkChange["action"];

/** Where a record stands, and the ways on from there. */
export function StandingBar<R extends { _id: string }, I>({
  kind,
  standing: { _id, state: named, publishAt },
  title,
  mayWrite,
  complete,
  save,
  onChanged,
}: StandingBarProps<R, I>) {
  const { t } = useTranslation("deskContent");
  const state = stateOf(named);
  const language = useLanguage();
  const say = useTrouble();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<Action>();
  const change = async (action: Action, how: Pick<BulkChange, "publishAt" | "useEnglish"> = {}) => {
    await bulkOne(kind, { action, ids: [_id], ...how }, t);
    const after =
      action === "archive"
        ? "archived"
        : action === "unpublish"
          ? "draft"
          : how.publishAt
            ? "scheduled"
            : "published";
    await onChanged(after, how.publishAt);
    showToast(t(`done.${after}`, { title }));
  };
  const act = async (action: Action) => {
    setBusy(action);
    try {
      if (!(await save())) return;
      if (action === "publish") setAsking(true);
      else await change(action);
    } catch (error) {
      showToast(say(error));
    } finally {
      setBusy(undefined);
    }
  };
  const button = (action: Action, label: string, kindOf: "leaf" | "quiet") => (
    <Button kind={kindOf} small busy={busy === action && t("changing")} onClick={() => void act(action)}>
      {label}
    </Button>
  );
  const live = state === "published" || state === "scheduled";
  return (
    <section className={css.standing} aria-label={t("state")}>
      <StateBadge state={state} />
      <p>{t(`standing.${state}`, publishAt ? { moment: formatDateTime(publishAt, language) } : {})}</p>
      {mayWrite && (
        <div>
          {state !== "archived" && button("archive", t("archive"), "quiet")}
          {(live || state === "archived") &&
            button("unpublish", t(state === "archived" ? "takeOut" : "unpublish"), "quiet")}
          {state !== "published" &&
            button("publish", t(state === "scheduled" ? "reschedule" : "publish.open"), "leaf")}
        </div>
      )}
      {asking && (
        <PublishDialog
          title={t("publish.title", { title })}
          missing={LANGUAGES.filter((one) => !complete(one))}
          publishAt={state === "scheduled" ? publishAt : undefined}
          onClose={() => setAsking(false)}
          onPublish={(how) => change("publish", how)}
        />
      )}
    </section>
  );
}
