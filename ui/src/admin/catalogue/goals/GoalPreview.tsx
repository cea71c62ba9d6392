import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { LANGUAGES, type Language, localized, useLanguage } from "../../../i18n/language";
import { Segment } from "../../../kit/form/Segment";
import { Blossom } from "../../../kit/screen/Blossom";
import { Meter } from "../../../shared/goals/Meter";
import { Stamps } from "../../../shared/goals/Stamps";
import css from "../../admin.module.css";
import { useWordsIn } from "../../kit/useWordsIn";
import own from "./GoalEditor.module.css";
import { type GoalForm, goalOf } from "./goals";
import { useGoalWords } from "./useGoalWords";

const STEPS = ["none", "half", "full"] as const;
type Step = (typeof STEPS)[number];

/** The card as members see it, empty, half full and full. */
export function GoalPreview({ form }: { form: GoalForm }) {
  const { t } = useTranslation("adminGoals");
  const [language, setLanguage] = useState<Language>(useLanguage());
  const words = useGoalWords(language);
  const read = useWordsIn(language, "adminGoals");
  const [step, setStep] = useState<Step>("half");
  const target = Math.max(1, Number(form.target) || 1);
  const progress = step === "none" ? 0 : step === "full" ? target : Math.ceil(target / 2);
  const amount = (number: number) =>
    form.counts === "spend" ? `HK$${formatPoints(number)}` : formatPoints(number);
  const line = read("progress", { done: amount(progress), target: amount(target) });
  const name = localized(form.name, language) || read("new");
  const tag = { en: "en", zh: "zh-Hans", zhhk: "zh-Hant-HK" }[language];
  return (
    <aside className={`${css.panel} ${own.preview}`} aria-label={t("preview")}>
      <div className={css.panelHead}>
        <h2>{t("preview")}</h2>
        <Segment<Language>
          label={t("language")}
          options={LANGUAGES.map((value) => ({ value, label: t(`signs.${value}`) }))}
          chosen={language}
          onChoose={setLanguage}
        />
      </div>
      <div className={own.paper}>
        <p lang={tag}>{name}</p>
        <span className={own.picture}>
          {form.kind === "stampCard" ? (
            <Stamps target={Math.min(target, 12)} progress={progress} />
          ) : (
            <Meter label={name} value={progress} most={target} text={line} />
          )}
        </span>
        <p className={own.foot}>
          <span className={css.soft}>{line}</span>
          <b>{words.reward(goalOf(form))}</b>
        </p>
      </div>
      <h3 className={own.label}>{t("whenFull")}</h3>
      <div className={own.paper}>
        <p lang={tag}>{name}</p>
        <p className={css.soft} lang={tag}>
          {read(`fullText.${form.reward}`, { reward: words.reward(goalOf(form)) })}
        </p>
      </div>
      <h3 className={own.label}>{t("atTill")}</h3>
      <p className={own.till} lang={tag}>
        <span>{line}</span>
        {form.kind === "stampCard" && (
          <span className={own.petals}>
            {Array.from({ length: Math.min(progress, 12) }, (_, place) => (
              <Blossom key={`${target}-${place + 1}`} size={14} stamens={false} />
            ))}
          </span>
        )}
      </p>
      <div className={own.try}>
        <Segment<Step>
          block
          label={t("try")}
          options={STEPS.map((value) => ({ value, label: t(`steps.${value}`) }))}
          chosen={step}
          onChoose={setStep}
        />
      </div>
    </aside>
  );
}
