import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Field } from "../../components/Field";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { formatPoints } from "../../i18n/format";
import { fieldTroubles, useTrouble } from "../components/trouble";
import { useDeed } from "../components/useDeed";
import css from "../desk.module.css";
import { type FuseState, fuseChanged, fuseQuery, setFuse } from "./codes";

const digits = (typed: string) => typed.replace(/\D/g, "").slice(0, 9);

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
  const saved = { perHour: shown(fuse.perHour), factor: shown(fuse.factor) };
  const [limits, setLimits] = useState(saved);
  const { busy, error, run } = useDeed();
  const troubles = fieldTroubles(error);
  const dirty = limits.perHour !== saved.perHour || limits.factor !== saved.factor;
  const save = async () => {
    const { perHour, factor } = limits;
    const set = {
      ...(perHour ? { perHour: Number(perHour) } : {}),
      ...(factor ? { factor: Number(factor) } : {}),
    };
    fuseChanged(id, await setFuse(id, set));
    showToast(t("fuse.saved"));
  };
  return (
    <div className={css.stack}>
      <p className={css.soft}>{t("fuse.text")}</p>
      <div className={css.grid2}>
        {(["perHour", "factor"] as const).map((name) => (
          <Field
            key={name}
            name={`fuse-${name}`}
            label={t(`fuse.${name}`)}
            placeholder={t("fuse.off")}
            hint={t(`fuse.${name}Hint`)}
            inputMode="numeric"
            autoComplete="off"
            disabled={disabled}
            value={limits[name]}
            clean={digits}
            error={troubles[name]}
            onChange={(typed) => setLimits({ ...limits, [name]: typed })}
          />
        ))}
      </div>
      {error !== undefined && Object.keys(troubles).length === 0 && <Note tone="plum">{say(error)}</Note>}
      {!disabled && (
        <Button
          kind="quiet"
          small
          disabled={!dirty}
          busy={busy && common("saving")}
          onClick={() => void run(save)}
        >
          {t("fuse.save")}
        </Button>
      )}
    </div>
  );
}

const shown = (limit: number | undefined | null) => (limit ? String(limit) : "");
