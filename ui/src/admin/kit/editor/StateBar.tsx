import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDateTime } from "../../../i18n/format";
import { LANGUAGES, type Language, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import css from "./Content.module.css";
import type { BulkChange, Standing, State } from "./kinds";
import { PublishDialog } from "./PublishDialog";
import { StateBadge, stateOf } from "./StateBadge";

/** The state to set, sent with the form. */
export interface Stand extends Pick<BulkChange, "publishAt" | "useEnglish"> {
  state: State;
}

interface StateBarProps {
  standing: Standing;
  title: string;
  mayWrite: boolean;
  complete(language: Language): boolean;
  /** Validates the draft; true if it may be sent. */
  check(): boolean;
  /** Saves the draft together with its new state; false if that failed. */
  save(stand: Stand): Promise<boolean>;
}

/** The state of a record, and its next actions. Publishing always saves the draft that is on the screen. */
export function StateBar({
  standing: { state: named, publishAt },
  title,
  mayWrite,
  complete,
  check,
  save,
}: StateBarProps) {
  const { t } = useTranslation("adminContent");
  const state = stateOf(named);
  const language = useLanguage();
  const [asking, setAsking] = useState(false);
  const [busy, setBusy] = useState<State>();
  const change = async (stand: Stand) => {
    if (!check()) return;
    setBusy(stand.state);
    if (await save(stand)) showToast(t(`done.${stand.state}`, { title }));
    setBusy(undefined);
  };
  const button = (to: "archived" | "draft", label: string) => (
    <Button kind="quiet" small busy={busy === to && t("changing")} onClick={() => void change({ state: to })}>
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
          {state !== "archived" && button("archived", t("archive"))}
          {(live || state === "archived") &&
            button("draft", t(state === "archived" ? "takeOut" : "unpublish"))}
          {state !== "published" && (
            <Button kind="leaf" small onClick={() => check() && setAsking(true)}>
              {t(state === "scheduled" ? "reschedule" : "publish.open")}
            </Button>
          )}
        </div>
      )}
      {asking && (
        <PublishDialog
          title={t("publish.title", { title })}
          missing={LANGUAGES.filter((one) => !complete(one))}
          publishAt={state === "scheduled" ? publishAt : undefined}
          onClose={() => setAsking(false)}
          onPublish={(how) => change({ state: how.publishAt ? "scheduled" : "published", ...how })}
        />
      )}
    </section>
  );
}
