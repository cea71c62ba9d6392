import { useTranslation } from "react-i18next";
import { LANGUAGES } from "../../../i18n/language";
import { Radio, Switch } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import { withText } from "../../kit/editor/localized";
import { DayField, Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import own from "./GoalEditor.module.css";
import { type GoalForm, KINDS, type PartProps, WINDOWS, withKind } from "./goals";
import { RewardFields } from "./RewardFields";
import { WonFields } from "./WonFields";

interface GoalFieldsProps {
  form: GoalForm;
  disabled: boolean;
  /** The server's errors by field. */
  wrong: Record<string, string>;
  onChange(form: GoalForm): void;
}

/** The values of a goal: how it is seen, how and when it is won, what it gives. */
export function GoalFields({ form, disabled, wrong, onChange }: GoalFieldsProps) {
  const { t } = useTranslation("adminGoals");
  const { t: common } = useTranslation("admin");
  const change = (part: Partial<GoalForm>) => onChange({ ...form, ...part });
  const shared = { form, wrong, change };
  return (
    <fieldset className={css.plainSet} disabled={disabled}>
      <section className={css.panel}>
        <div className={own.kinds} role="radiogroup" aria-label={t("kind")}>
          {KINDS.map((kind) => (
            <Radio
              key={kind}
              wide
              name="kind"
              value={kind}
              checked={form.kind === kind}
              onChoose={() => onChange(withKind(form, kind))}
            >
              <b>{t(`kinds.${kind}`)}</b>
              <br />
              <span className={css.soft}>{t(`kindLines.${kind}`)}</span>
            </Radio>
          ))}
        </div>
        <div className={own.fields}>
          {LANGUAGES.map((one) => (
            <Field
              key={one}
              name={`name.${one}`}
              label={t("nameIn", { language: common(`languages.${one}`) })}
              value={form.name[one] ?? ""}
              required
              maxLength={40}
              error={wrong[`name.${one}`] ?? (one === "en" ? wrong.name : undefined)}
              onChange={(text) => change({ name: withText(form.name, one, text) })}
            />
          ))}
        </div>
      </section>
      <WonFields {...shared} />
      <TimeFields {...shared} />
      <RewardFields {...shared} />
    </fieldset>
  );
}

function TimeFields({ form, wrong, change }: PartProps) {
  const { t } = useTranslation("adminGoals");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("when")}</h2>
      </div>
      <div className={own.fields}>
        <Select
          name="window"
          label={t("window")}
          value={form.window}
          options={WINDOWS.map((value) => ({ value, label: t(`windows.${value}`) }))}
          onChange={(window) => change({ window })}
        />
        {form.window === "sinceFirst" && (
          <NumberField
            name="days"
            label={t("days")}
            value={form.days}
            most={3}
            required
            error={wrong["window.days"]}
            onChange={(days) => change({ days })}
          />
        )}
        <DayField
          name="from"
          label={t("from")}
          value={form.from}
          error={wrong.from}
          onChange={(from) => change({ from })}
        />
        <DayField
          name="until"
          label={t("untilDay")}
          value={form.until}
          error={wrong.until}
          onChange={(until) => change({ until })}
        />
      </div>
      <Switch name="repeats" checked={form.repeats} onChange={(repeats) => change({ repeats })}>
        {t("repeats")}
      </Switch>
    </section>
  );
}
