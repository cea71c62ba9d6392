import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Check } from "../../../kit/form/Choice";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { allOf, partners } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import own from "./GoalEditor.module.css";
import { COUNTS, type PartProps } from "./goals";

/** The unit of the target, and the places that count. */
export function WonFields({ form, wrong, change }: PartProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const known = useQuery(allOf(partners)).data ?? [];
  const counts = form.kind === "stampCard" ? COUNTS.slice(0, 2) : COUNTS;
  const misplaced = Object.entries(wrong).find(([field]) => field.startsWith("partners"));
  const toggle = (id: string, on: boolean) =>
    change({ partners: on ? [...form.partners, id] : form.partners.filter((one) => one !== id) });
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("how")}</h2>
      </div>
      <div className={own.fields}>
        <Select
          name="counts"
          label={t("countsLabel")}
          value={form.counts}
          error={wrong.counts}
          options={counts.map((value) => ({ value, label: t(`counts.${value}`) }))}
          onChange={(value) => change({ counts: value })}
        />
        <NumberField
          name="target"
          label={t("target")}
          {...(form.kind === "stampCard" ? { hint: t("targetHint") } : {})}
          value={form.target}
          most={10}
          required
          error={wrong.target}
          onChange={(target) => change({ target })}
        />
        <NumberField
          name="minimumBillHkd"
          label={t("minimum")}
          value={form.minimum}
          decimal
          most={10}
          error={wrong.minimumBillHkd}
          onChange={(minimum) => change({ minimum })}
        />
        <NumberField
          name="perDay"
          label={t("perDay")}
          hint={t("perDayHint")}
          value={form.perDay}
          most={3}
          error={wrong.perDay}
          onChange={(perDay) => change({ perDay })}
        />
      </div>
      <fieldset className={own.places}>
        <legend>{t("where")}</legend>
        {known.map(({ _id, name }) => (
          <Check
            key={_id}
            name={`partner-${_id}`}
            checked={form.partners.includes(_id)}
            onChange={(on) => toggle(_id, on)}
          >
            {localized(name, language)}
          </Check>
        ))}
      </fieldset>
      {misplaced && <Note tone="plum">{misplaced[1]}</Note>}
    </section>
  );
}
