import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import { withText } from "../../kit/editor/localized";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import own from "../goals/GoalEditor.module.css";
import { COUNTS, REWARDS } from "../goals/goals";
import { RewardParts, RewardText } from "../goals/RewardFields";
import { type AdminLadder, blankLevel, type LadderForm, MOST_LEVELS } from "./tiers";

interface TierFieldsProps {
  form: LadderForm;
  disabled: boolean;
  /** The server's errors by field. */
  wrong: Record<string, string>;
  members: AdminLadder["members"];
  onChange(form: LadderForm): void;
}

/** The values of the ladder: what counts, how a level ends, and the levels. */
export function TierFields({ form, disabled, wrong, members, onChange }: TierFieldsProps) {
  const { t } = useTranslation("adminGoals");
  const change = (part: Partial<LadderForm>) => onChange({ ...form, ...part });
  const { levels } = form;
  const last = levels.length - 1;
  return (
    <fieldset className={css.plainSet} disabled={disabled}>
      <section className={css.panel}>
        <div className={own.fields}>
          <Select
            name="counts"
            label={t("tiers.counts")}
            value={form.counts}
            options={COUNTS.map((value) => ({ value, label: t(`counts.${value}`) }))}
            onChange={(counts) => change({ counts })}
          />
          <Select
            name="window"
            label={t("tiers.window")}
            value={form.window}
            options={(["year", "months"] as const).map((value) => ({
              value,
              label: t(`tiers.windows.${value}`),
            }))}
            onChange={(window) => change({ window })}
          />
          {form.window === "months" && (
            <NumberField
              name="months"
              label={t("tiers.months")}
              value={form.months}
              most={2}
              required
              error={wrong["window.months"]}
              onChange={(months) => change({ months })}
            />
          )}
          <NumberField
            name="notice"
            label={t("tiers.notice")}
            value={form.notice}
            most={3}
            required
            error={wrong.noticeDays}
            onChange={(notice) => change({ notice })}
          />
          <NumberField
            name="grace"
            label={t("tiers.grace")}
            value={form.grace}
            most={3}
            required
            error={wrong.graceDays}
            onChange={(grace) => change({ grace })}
          />
        </div>
        <p className={css.soft}>{t("tiers.line")}</p>
      </section>
      {levels.map((level, at) => (
        <LevelFields
          key={at}
          at={at}
          level={level}
          wrong={wrong}
          members={members.find((one) => one.level === at + 1)?.members ?? 0}
          onChange={(part) =>
            change({ levels: levels.map((one, place) => (place === at ? { ...one, ...part } : one)) })
          }
        />
      ))}
      <div className={own.fields}>
        {levels.length < MOST_LEVELS && (
          <Button kind="quiet" small onClick={() => change({ levels: [...levels, blankLevel] })}>
            {t("tiers.more")}
          </Button>
        )}
        {last > 0 && (
          <Button kind="quiet" small onClick={() => change({ levels: levels.slice(0, last) })}>
            {t("tiers.less")}
          </Button>
        )}
      </div>
    </fieldset>
  );
}

type Level = LadderForm["levels"][number];

interface LevelFieldsProps {
  at: number;
  level: Level;
  wrong: Record<string, string>;
  members: number;
  onChange(part: Partial<Level>): void;
}

function LevelFields({ at, level, wrong, members, onChange }: LevelFieldsProps) {
  const { t } = useTranslation("adminGoals");
  const { t: common } = useTranslation("admin");
  const field = `levels[${at}]`;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("tiers.level", { number: at + 1 })}</h2>
        <span className={css.soft}>
          {t("tiers.members", { count: members, amount: formatPoints(members) })}
        </span>
      </div>
      <div className={own.fields}>
        {LANGUAGES.map((one) => (
          <Field
            key={one}
            name={`${field}.name.${one}`}
            label={t("nameIn", { language: common(`languages.${one}`) })}
            value={level.name[one] ?? ""}
            required
            maxLength={20}
            error={wrong[`${field}.name.${one}`]}
            onChange={(text) => onChange({ name: withText(level.name, one, text) })}
          />
        ))}
        <NumberField
          name={`${field}.target`}
          label={t("tiers.target")}
          value={level.target}
          most={10}
          required
          error={wrong[`${field}.target`]}
          onChange={(target) => onChange({ target })}
        />
        <Select
          name={`${field}.reward`}
          label={t("tiers.reward")}
          value={level.reward}
          options={(["none", ...REWARDS] as const).map((value) => ({
            value,
            label: value === "none" ? t("tiers.noReward") : t(`rewards.${value}`),
          }))}
          onChange={(reward) => onChange({ reward })}
        />
        <RewardParts reward={level.reward} form={level} wrong={wrong} of={`${field}.`} change={onChange} />
      </div>
      <RewardText reward={level.reward} />
      {level.reward !== "none" && <p className={css.soft}>{t("tiers.rewardText")}</p>}
    </section>
  );
}
