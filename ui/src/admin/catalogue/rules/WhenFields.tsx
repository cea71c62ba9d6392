import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import { Check } from "../../../kit/form/Choice";
import { FieldHint } from "../../../kit/form/FieldFrame";
import { WEEKDAYS, weekdayName } from "../../../shared/weekdays";
import admin from "../../admin.module.css";
import { TimeSelect } from "../../kit/TimeSelect";
import { listOf } from "./form";
import { type RuleFormState, useRuleFields } from "./RuleFields";
import css from "./Rules.module.css";

/** The days and hours on which a rule applies, in Hong Kong. */
export function WhenFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft, set, error, disabled } = form;
  const { day } = useRuleFields(form);
  const language = useLanguage();
  const chosen = listOf(draft.weekdays);
  const hour = (name: "hoursFrom" | "hoursUntil", field: string) => (
    <TimeSelect
      name={name}
      label={t(`form.${name}`)}
      none={t("form.anyHour")}
      value={draft[name]}
      disabled={disabled}
      error={error(field)}
      onChange={(value) => set({ [name]: value })}
    />
  );
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("parts.when")}</h2>
        <span className={css.soft}>{t("hints.clock")}</span>
      </div>
      <div className={admin.grid2}>
        {day("from", t("hints.from"))}
        {day("until", t("hints.until"))}
        {hour("hoursFrom", "hours.from")}
        {hour("hoursUntil", "hours.until")}
      </div>
      <FieldHint id="hours-hint" hint={t("hints.hours")} />
      <fieldset className={css.days}>
        <legend className={css.soft}>{t("form.weekdays")}</legend>
        {WEEKDAYS.map((one) => (
          <Check
            key={one}
            name={one}
            checked={chosen.includes(one)}
            disabled={disabled}
            onChange={(on) =>
              set({ weekdays: (on ? [...chosen, one] : chosen.filter((other) => other !== one)).join(",") })
            }
          >
            {weekdayName(one, language, "long")}
          </Check>
        ))}
      </fieldset>
      <FieldHint id="weekdays-hint" hint={t("hints.weekdays")} error={error("weekdays")} />
    </section>
  );
}
