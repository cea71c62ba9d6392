import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { queryClient } from "../../api/queries";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { fieldTroubles, useTrouble } from "../components/trouble";
import { campaigns, contentChanged } from "../content/kinds";
import css from "../desk.module.css";
import own from "./Campaigns.module.css";
import { type FuseState, fuseQuery, resume, setFuse } from "./codes";

const digits = (typed: string) => typed.replace(/\D/g, "").slice(0, 9);

function told(id: string, state: FuseState) {
  queryClient.setQueryData(fuseQuery(id).queryKey, state);
  contentChanged(campaigns);
}

/** Above the form of a campaign that has paused itself: since when, and one tap to go on. */
export function PausedBanner({ id, mayResume }: { id: string; mayResume: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const language = useLanguage();
  const say = useTrouble();
  const fuse = useQuery(fuseQuery(id));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  if (!fuse.data?.pausedAt) return null;
  const go = async () => {
    setBusy(true);
    setError(undefined);
    try {
      told(id, await resume(id));
      showToast(t("fuse.resumed"));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={own.paused}>
      <Note tone="pollen">
        <div className={css.stack} role="status">
          <p>
            <b>{t("fuse.paused", { at: formatDateTime(fuse.data.pausedAt, language) })}</b>
          </p>
          <p>
            {t("fuse.why", { count: fuse.data.scansThisHour, shown: formatPoints(fuse.data.scansThisHour) })}
          </p>
          {mayResume && (
            <Button small busy={busy && t("fuse.resuming")} onClick={() => void go()}>
              {t("fuse.resume")}
            </Button>
          )}
          {error !== undefined && <p>{say(error)}</p>}
        </div>
      </Note>
    </div>
  );
}

/** What pauses the campaign by itself. */
export function FusePanel({ id, disabled }: { id: string; disabled: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const say = useTrouble();
  const fuse = useQuery(fuseQuery(id));
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("fuse.title")}</h2>
        {fuse.data && (
          <span className={css.soft}>
            {t("fuse.now", { count: fuse.data.scansThisHour, shown: formatPoints(fuse.data.scansThisHour) })}
          </span>
        )}
      </div>
      {fuse.isError && <Note tone="plum">{say(fuse.error)}</Note>}
      {fuse.data && <FuseForm id={id} fuse={fuse.data} disabled={disabled} />}
    </section>
  );
}

function FuseForm({ id, fuse, disabled }: { id: string; fuse: FuseState; disabled: boolean }) {
  const { t } = useTranslation("deskCampaigns");
  const { t: common } = useTranslation("desk");
  const say = useTrouble();
  const [perHour, setPerHour] = useState(shown(fuse.perHour));
  const [factor, setFactor] = useState(shown(fuse.factor));
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const troubles = fieldTroubles(error);
  const dirty = perHour !== shown(fuse.perHour) || factor !== shown(fuse.factor);
  const save = async () => {
    setBusy(true);
    setError(undefined);
    try {
      told(
        id,
        await setFuse(id, {
          ...(perHour ? { perHour: Number(perHour) } : {}),
          ...(factor ? { factor: Number(factor) } : {}),
        }),
      );
      showToast(t("fuse.saved"));
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div className={css.stack}>
      <p className={css.soft}>{t("fuse.text")}</p>
      <div className={css.grid2}>
        <Field
          name="fusePerHour"
          label={t("fuse.perHour")}
          placeholder={t("fuse.off")}
          hint={t("fuse.perHourHint")}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={perHour}
          clean={digits}
          error={troubles.perHour}
          onChange={setPerHour}
        />
        <Field
          name="fuseFactor"
          label={t("fuse.factor")}
          placeholder={t("fuse.off")}
          hint={t("fuse.factorHint")}
          inputMode="numeric"
          autoComplete="off"
          disabled={disabled}
          value={factor}
          clean={digits}
          error={troubles.factor}
          onChange={setFactor}
        />
      </div>
      {error !== undefined && Object.keys(troubles).length === 0 && <Note tone="plum">{say(error)}</Note>}
      {!disabled && (
        <Button
          kind="quiet"
          small
          disabled={!dirty}
          busy={busy && common("saving")}
          onClick={() => void save()}
        >
          {t("fuse.save")}
        </Button>
      )}
    </div>
  );
}

const shown = (limit: number | undefined | null) => (limit ? String(limit) : "");
