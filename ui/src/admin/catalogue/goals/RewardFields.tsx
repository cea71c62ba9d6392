import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { allOf, items } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { rulesQuery } from "../rules/rules";
import own from "./GoalEditor.module.css";
import { type PartProps, REWARDS } from "./goals";

/** The reward for reaching the target, and how often at most. */
export function RewardFields({ form, wrong, change }: PartProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const coupons = (useQuery(allOf(items)).data ?? []).filter(({ type }) => type === "coupon");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("reward")}</h2>
      </div>
      <div className={own.fields}>
        <Select
          name="reward"
          label={t("gives")}
          value={form.reward}
          options={REWARDS.map((value) => ({ value, label: t(`rewards.${value}`) }))}
          onChange={(reward) => change({ reward })}
        />
        {form.reward === "points" && (
          <NumberField
            name="points"
            label={t("pointsLabel")}
            value={form.points}
            most={10}
            required
            error={wrong["reward.points"]}
            onChange={(points) => change({ points })}
          />
        )}
        {form.reward === "item" && (
          <Select<string>
            name="item"
            label={t("coupon")}
            value={form.item}
            error={wrong["reward.item"]}
            options={[
              { value: "", label: t("choose") },
              ...coupons.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
            ]}
            onChange={(item) => change({ item })}
          />
        )}
        {form.reward === "multiplier" && <MultiplierFields form={form} wrong={wrong} change={change} />}
        <NumberField
          name="limit"
          label={t("limit")}
          hint={t("limitHint")}
          value={form.limit}
          most={10}
          error={wrong.limit}
          onChange={(limit) => change({ limit })}
        />
      </div>
      {form.reward === "item" && <p className={css.soft}>{t("itemText")}</p>}
      {form.reward === "multiplier" && <p className={css.soft}>{t("multiplierText")}</p>}
    </section>
  );
}

/** The earning rule that multiplies points, and for how many days. */
function MultiplierFields({ form, wrong, change }: PartProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const rules = (useQuery(rulesQuery()).data ?? []).filter(
    ({ _id, live, latest }) => (live ?? latest).rule.granted || _id === form.rule,
  );
  return (
    <>
      <Select<string>
        name="rule"
        label={t("rule")}
        hint={rules.length === 0 ? t("noRule") : undefined}
        value={form.rule}
        error={wrong["reward.rule"]}
        options={[
          { value: "", label: t("choose") },
          ...rules.map(({ _id, live, latest }) => ({
            value: _id,
            label: localized((live ?? latest).rule.name, language),
          })),
        ]}
        onChange={(rule) => change({ rule })}
      />
      <NumberField
        name="ruleDays"
        label={t("ruleDays")}
        value={form.ruleDays}
        most={3}
        required
        error={wrong["reward.days"]}
        onChange={(ruleDays) => change({ ruleDays })}
      />
    </>
  );
}
