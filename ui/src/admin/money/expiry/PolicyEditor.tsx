import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Check, Radio } from "../../../kit/form/Choice";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { DayInput } from "../../kit/DayInput";
import { fieldErrors } from "../../kit/errorText";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { today } from "../reports/reports";
import own from "./Expiry.module.css";
import { type ExpiryForm, KINDS } from "./expiry";
import type { Draft } from "./useDraft";
import { useMonthName } from "./usePolicyWords";

/** The editor of a draft of another policy. It can be started only after this page has fetched its effect. */
export function PolicyEditor({ draft, version }: { draft: Draft; version: number }) {
  const { t } = useTranslation("adminExpiry");
  const { form, changed, discard, change, effect, busy, error, lookUp } = draft;
  const wrong = fieldErrors(error);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("when")}</h2>
        <Badge dot={false}>{t("draft", { version })}</Badge>
      </div>
      <div className={own.kinds} role="radiogroup" aria-label={t("when")}>
        {KINDS.map((kind) => (
          <Radio
            key={kind}
            wide
            name="kind"
            value={kind}
            checked={form.kind === kind}
            onChoose={() => change({ kind })}
          >
            <b>{t(`kinds.${kind}.name`)}</b>
            <br />
            <span className={css.soft}>{t(`kinds.${kind}.line`)}</span>
          </Radio>
        ))}
      </div>
      <RuleFields form={form} change={change} wrong={wrong} />
      {form.kind !== "never" && (
        <div className={own.fields}>
          <NumberField
            name="graceDays"
            label={t("graceDays")}
            hint={t("graceHint")}
            most={3}
            value={form.graceDays}
            error={wrong.graceDays}
            onChange={(graceDays) => change({ graceDays })}
          />
          <NumberField
            name="extraDays"
            label={t("extraDays")}
            most={3}
            value={form.extraDays}
            error={wrong.extraDays}
            onChange={(extraDays) => change({ extraDays })}
          />
        </div>
      )}
      <DayInput
        label={t("starts")}
        value={form.starts}
        min={today()}
        onChange={(starts) => change({ starts })}
      />
      <div className={own.actions}>
        <Button kind="quiet" small block busy={busy === "lookUp" && t("lookingUp")} onClick={lookUp}>
          {t("lookUp")}
        </Button>
        {changed && (
          <Button kind="text" small block onClick={discard}>
            {t("discard")}
          </Button>
        )}
      </div>
      {!effect && <p className={css.soft}>{t("lookFirst")}</p>}
    </section>
  );
}

interface RuleFieldsProps {
  form: ExpiryForm;
  change(part: Partial<ExpiryForm>): void;
  wrong: Record<string, string>;
}

/** The values of the chosen rule. */
function RuleFields({ form, change, wrong }: RuleFieldsProps) {
  const { t } = useTranslation("adminExpiry");
  const monthName = useMonthName();
  if (form.kind === "never") return null;
  if (form.kind === "onDay")
    return (
      <div className={own.fields}>
        <NumberField
          name="day"
          label={t("day")}
          most={2}
          value={form.day}
          error={wrong["rule.day"]}
          onChange={(day) => change({ day })}
        />
        <Select
          name="month"
          label={t("month")}
          value={form.month}
          options={Array.from({ length: 12 }, (_, index) => ({
            value: String(index + 1),
            label: monthName(index + 1),
          }))}
          onChange={(month) => change({ month })}
        />
        <NumberField
          name="years"
          label={t("years")}
          hint={t("yearsHint")}
          most={2}
          value={form.years}
          error={wrong["rule.years"]}
          onChange={(years) => change({ years })}
        />
      </div>
    );
  return (
    <div className={own.fields}>
      <NumberField
        name="months"
        label={t("months")}
        most={3}
        value={form.months}
        error={wrong["rule.months"]}
        onChange={(months) => change({ months })}
      />
      {form.kind === "afterEarning" && (
        <Check name="monthEnd" checked={form.monthEnd} onChange={(monthEnd) => change({ monthEnd })}>
          {t("monthEnd")}
        </Check>
      )}
    </div>
  );
}
