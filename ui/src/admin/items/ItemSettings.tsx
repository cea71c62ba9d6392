import { useTranslation } from "react-i18next";
import { Moment, Select } from "../components/Inputs";
import css from "../desk.module.css";
import type { ItemFields } from "./fields";

/** Whether and when an item is on offer. */
export function ItemSettings({ draft, set, error, disabled }: ItemFields) {
  const { t } = useTranslation("deskItems");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("offer")}</h2>
      </div>
      <div className={css.stack}>
        <div className={css.grid2}>
          <Moment
            name="validFrom"
            label={t("fields.validFrom")}
            aside={t("hkt")}
            value={draft.validFrom ?? ""}
            disabled={disabled}
            error={error("validFrom")}
            onChange={(validFrom) => set({ validFrom })}
          />
          <Moment
            name="validUntil"
            label={t("fields.validUntil")}
            aside={t("hkt")}
            value={draft.validUntil ?? ""}
            disabled={disabled}
            error={error("validUntil")}
            onChange={(validUntil) => set({ validUntil })}
          />
        </div>
        <Select
          name="unclaimed"
          label={t("fields.unclaimed")}
          value={draft.unclaimed ?? "used"}
          disabled={disabled}
          options={(["used", "return_once"] as const).map((value) => ({
            value,
            label: t(`unclaimed.${value}`),
          }))}
          onChange={(unclaimed) => set({ unclaimed })}
        />
      </div>
    </section>
  );
}
