import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import { ChoiceField, ValidityFields } from "../../kit/editor/fields";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { useReachableGoals } from "../goals/useReachableGoals";
import { useLevelNames } from "../tiers/useLevelNames";
import type { ItemFields } from "./form";

/** The period of the offer, the life of its coupons, and what they are worth. */
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
        {form.draft.type === "coupon" && <Life form={form} />}
        <Worth form={form} />
        <Requirement form={form} />
      </div>
    </section>
  );
}

/** The days on which a coupon can be opened. */
function Life({ form }: ItemFields) {
  const { useWithinDays, useUntil } = form.draft;
  return (
    <div className={css.grid2}>
      <NumberField
        name="useWithinDays"
        label={form.label("useWithinDays")}
        disabled={form.disabled}
        error={form.error("useWithinDays")}
        most={4}
        value={useWithinDays ? String(useWithinDays) : ""}
        onChange={(typed) => form.set({ useWithinDays: Number(typed) || undefined })}
      />
      <Field
        type="date"
        name="useUntil"
        label={form.label("useUntil")}
        disabled={form.disabled}
        error={form.error("useUntil")}
        value={useUntil ?? ""}
        onChange={(useUntil) => form.set({ useUntil: useUntil || undefined })}
      />
    </div>
  );
}

/** Amounts in HK$ for the books. */
function Worth({ form }: ItemFields) {
  return (
    <div className={css.grid2}>
      {(["faceValueHkd", "costHkd"] as const).map((name) => (
        <NumberField
          key={name}
          name={name}
          label={form.label(name)}
          disabled={form.disabled}
          error={form.error(name)}
          decimal
          most={10}
          value={form.draft[name] ?? ""}
          onChange={(typed) => form.set({ [name]: typed || undefined })}
        />
      ))}
    </div>
  );
}

/** The goal that a buyer must have reached, or the level that a buyer must hold. Members can reach only what was on. */
function Requirement({ form }: ItemFields) {
  const { t } = useTranslation("adminItems");
  const language = useLanguage();
  const { requiresGoal, requiresLevel } = form.draft;
  const goals = useReachableGoals();
  const levels = useLevelNames();
  const level = requiresLevel ? `level:${requiresLevel}` : "";
  const options = [
    { value: "", label: t("everybody") },
    ...goals.map(({ _id, name }) => ({
      value: `goal:${_id}`,
      label: t("reachedGoal", { goal: localized(name, language) }),
    })),
    ...levels.map((name, at) => ({
      value: `level:${at + 1}`,
      label: t("holdsLevel", { level: localized(name, language) }),
    })),
  ];
  // A level that the ladder no longer has stays chosen until somebody changes it.
  if (requiresLevel && requiresLevel > levels.length)
    options.push({ value: level, label: t("otherLevel", { level: requiresLevel }) });
  return (
    <Select
      name="requires"
      label={form.label("requiresGoal")}
      disabled={form.disabled}
      error={form.error("requiresGoal") ?? form.error("requiresLevel")}
      value={requiresGoal ? `goal:${requiresGoal}` : level}
      options={options}
      onChange={(chosen) => {
        const [kind, value] = chosen.split(":");
        form.set({
          requiresGoal: kind === "goal" ? value : undefined,
          requiresLevel: kind === "level" ? Number(value) : undefined,
        });
      }}
    />
  );
}
