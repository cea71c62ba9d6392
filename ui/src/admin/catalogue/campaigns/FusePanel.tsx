import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { oneOf, type Tagged } from "../../kit/editor/kinds";
import { Meeting } from "../../kit/editor/StaleDialog";
import { useEditor } from "../../kit/editor/useEditor";
import { useErrorText } from "../../kit/errorText";
import { NumberField } from "../../kit/NumberField";
import { type CampaignFuse, type FuseForm, fuseChanged, fuses } from "./codes";

const LIMITS = ["perHour", "factor", "floor"] as const;
/** The server's default. */
const LEAST = "20";

/** The limits at which the campaign pauses itself. */
export function FusePanel({ id, disabled }: { id: string; disabled: boolean }) {
  const { t } = useTranslation("adminCampaigns");
  const say = useErrorText();
  const fuse = useQuery(oneOf(fuses, id));
  const scans = fuse.data?.record.scansThisHour ?? 0;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("fuse.title")}</h2>
        {fuse.data && (
          <span className={css.soft}>{t("fuse.now", { count: scans, shown: formatPoints(scans) })}</span>
        )}
      </div>
      {fuse.isError && <Note tone="plum">{say(fuse.error)}</Note>}
      {fuse.data && <FuseFields saved={fuse.data} disabled={disabled} />}
    </section>
  );
}

function FuseFields({ saved, disabled }: { saved: Tagged<CampaignFuse>; disabled: boolean }) {
  const { t } = useTranslation("adminCampaigns");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const editor = useEditor<CampaignFuse, FuseForm>({
    kind: fuses,
    saved,
    form: (fuse) => ({
      perHour: shown(fuse?.perHour),
      factor: shown(fuse?.factor),
      floor: shown(fuse?.floor),
    }),
    tidy: (form) => form,
    onSaved: () => {
      fuseChanged();
      showToast(t("fuse.saved"));
    },
    passing: true,
  });
  const { error, troubles } = editor;
  return (
    <div className={css.stack}>
      <p className={css.soft}>{t("fuse.text")}</p>
      <div className={css.grid2}>
        {LIMITS.map((name) => (
          <NumberField
            key={name}
            name={`fuse-${name}`}
            label={t(`fuse.${name}`)}
            placeholder={name === "floor" ? LEAST : t("fuse.off")}
            hint={t(`fuse.${name}Hint`)}
            disabled={disabled}
            value={editor.draft[name]}
            most={9}
            error={troubles[name]}
            onChange={(typed) => editor.set({ [name]: typed })}
          />
        ))}
      </div>
      {error !== undefined && Object.keys(troubles).length === 0 && <Note tone="plum">{say(error)}</Note>}
      {!disabled && (
        <Button
          kind="quiet"
          small
          disabled={!editor.dirty}
          busy={editor.busy && common("saving")}
          onClick={() => void editor.save()}
        >
          {t("fuse.save")}
        </Button>
      )}
      <Meeting
        editor={editor}
        label={(key) => t(`fuse.${LIMITS.find((name) => name === key) ?? "factor"}`)}
      />
    </div>
  );
}

const shown = (limit: number | undefined | null) => (limit ? String(limit) : "");
