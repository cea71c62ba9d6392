import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { Validity } from "../../kit/editor/Validity";
import { Select } from "../../kit/Inputs";
import type { ItemFields } from "./fields";

/** Whether an item is on offer, and in which period. */
export function ItemSettings({ draft, set, error, disabled }: ItemFields) {
  const { t } = useTranslation("adminItems");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("offer")}</h2>
      </div>
      <div className={css.stack}>
        <Validity
          draft={draft}
          set={set}
          error={error}
          disabled={disabled}
          label={(end) => t(`fields.${end}`)}
          clock={t("hkt")}
        />
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
