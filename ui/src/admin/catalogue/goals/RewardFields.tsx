import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { allOf, items } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { rulesQuery } from "../rules/rules";
import own from "./GoalEditor.module.css";
import { type PartProps, REWARDS, type RewardForm } from "./goals";

/** The reward for reaching the target, and how often at most. */
export function RewardFields({ form, wrong, change }: PartProps) {
  const { t } = useTranslation("adminGoals");
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
        <RewardParts reward={form.reward} form={form} wrong={wrong} change={change} />
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
      <RewardText reward={form.reward} />
    </section>
  );
}

interface RewardPartsProps {
  /** The kind of the reward, or that there is none. */
  reward: string;
  form: RewardForm;
  /** The server's errors by field. */
  wrong: Record<string, string>;
  /** The prefix of the names of the fields, for a form with several rewards. */
  of?: string;
  change(part: Partial<RewardForm>): void;
}

/** The values of a reward of a goal or of a level. */
export function RewardParts({ reward, form, wrong, of = "", change }: RewardPartsProps) {
  const { t } = useTranslation("adminGoals");
  if (reward === "points")
    return (
      <NumberField
        name={`${of}points`}
        label={t("pointsLabel")}
        value={form.points}
        most={10}
        required
        error={wrong[`${of}reward.points`]}
        onChange={(points) => change({ points })}
      />
    );
  if (reward === "item") return <CouponField form={form} wrong={wrong} of={of} change={change} />;
  if (reward === "multiplier") return <MultiplierFields form={form} wrong={wrong} of={of} change={change} />;
  return null;
}

/** Explains what a coupon or a multiplier depends on. */
export function RewardText({ reward }: { reward: string }) {
  const { t } = useTranslation("adminGoals");
  if (reward === "item") return <p className={css.soft}>{t("itemText")}</p>;
  return reward === "multiplier" ? <p className={css.soft}>{t("multiplierText")}</p> : null;
}

type PartsProps = Required<Omit<RewardPartsProps, "reward">>;

function CouponField({ form, wrong, of, change }: PartsProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const coupons = (useQuery(allOf(items)).data ?? []).filter(({ type }) => type === "coupon");
  return (
    <Select<string>
      name={`${of}item`}
      label={t("coupon")}
      value={form.item}
      error={wrong[`${of}reward.item`]}
      options={[
        { value: "", label: t("choose") },
        ...coupons.map(({ _id, name }) => ({ value: _id, label: localized(name, language) })),
      ]}
      onChange={(item) => change({ item })}
    />
  );
}

/** The earning rule that multiplies points, and for how many days. */
function MultiplierFields({ form, wrong, of, change }: PartsProps) {
  const { t } = useTranslation("adminGoals");
  const language = useLanguage();
  const rules = (useQuery(rulesQuery()).data ?? []).filter(
    ({ _id, live, latest }) => (live ?? latest).rule.granted || _id === form.rule,
  );
  return (
    <>
      <Select<string>
        name={`${of}rule`}
        label={t("rule")}
        hint={rules.length === 0 ? t("noRule") : undefined}
        value={form.rule}
        error={wrong[`${of}reward.rule`]}
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
        name={`${of}ruleDays`}
        label={t("ruleDays")}
        value={form.ruleDays}
        most={3}
        required
        error={wrong[`${of}reward.days`]}
        onChange={(ruleDays) => change({ ruleDays })}
      />
    </>
  );
}
