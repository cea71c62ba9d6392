import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import { ChoiceField, ValidityFields } from "../../kit/editor/fields";
import type { ItemFields } from "./form";

/** Whether an item is on offer, and in which period. */
export function ItemSettings({ form }: ItemFields) {
  const { t } = useTranslation("adminItems");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("offer")}</h2>
      </div>
      <div className={css.stack}>
        <ValidityFields form={form} clock={t("hkt")} />
        <ChoiceField
          form={form}
          name="unclaimed"
          otherwise="used"
          options={(["used", "return_once"] as const).map((value) => ({
            value,
            label: t(`unclaimed.${value}`),
          }))}
        />
      </div>
    </section>
  );
}
