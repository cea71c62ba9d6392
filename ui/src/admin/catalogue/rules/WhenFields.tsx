import { useTranslation } from "react-i18next";
import { Check } from "../../../kit/form/Choice";
import { FieldHint } from "../../../kit/form/FieldFrame";
import admin from "../../admin.module.css";
import { Select } from "../../kit/Inputs";
import { listOf, WEEKDAYS } from "./form";
import { type RuleFormState, useRuleFields } from "./RuleFields";
import css from "./Rules.module.css";
import { useWeekdayName } from "./useRuleWords";

/** Every half hour of a day; 24:00 is its end. */
const TIMES = Array.from({ length: 49 }, (_, half) => {
  const hour = String(Math.floor(half / 2)).padStart(2, "0");
  return `${hour}:${half % 2 === 0 ? "00" : "30"}`;
});

/** The days and hours on which a rule applies, in Hong Kong. */
export function WhenFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft, set, error, disabled } = form;
  const { day } = useRuleFields(form);
  const weekday = useWeekdayName("long");
  const chosen = listOf(draft.weekdays);
  const hour = (name: "hoursFrom" | "hoursUntil", field: string) => (
    <Select<string>
      name={name}
      label={t(`form.${name}`)}
      value={draft[name]}
      disabled={disabled}
      error={error(field)}
      options={[
        { value: "", label: t("form.anyHour") },
        // A time that the API set to the minute stays as it is.
        ...[...new Set([...TIMES, draft[name]])]
          .filter(Boolean)
          .sort()
          .map((value) => ({ value, label: value })),
      ]}
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
            {weekday(one)}
          </Check>
        ))}
      </fieldset>
      <FieldHint id="weekdays-hint" hint={t("hints.weekdays")} error={error("weekdays")} />
    </section>
  );
}
