import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import admin from "../../admin.module.css";
import { Select } from "../../kit/Inputs";
import { segmentsQuery } from "../../members/segments/segments";
import { useLevelNames } from "../tiers/useLevelNames";
import { type RuleFormState, useRuleFields } from "./RuleFields";

/** The members who get the bonus: by segment, by level, or because a goal gives it to them. */
export function WhoFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { draft, set, error, disabled } = form;
  const { choice } = useRuleFields(form);
  const segments = useQuery(segmentsQuery()).data ?? [];
  const levels = useLevelNames();
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("parts.who")}</h2>
      </div>
      <div className={admin.grid2}>
        {(levels.length > 0 || draft.level) && (
          <Select<string>
            name="level"
            label={t("form.level")}
            hint={t("hints.level")}
            error={error("level")}
            disabled={disabled}
            value={draft.level}
            options={[
              { value: "", label: t("form.everyMember") },
              ...levels.map((name, at) => ({
                value: String(at + 1),
                label: t("form.orHigher", { level: localized(name, language) }),
              })),
              // A level that the ladder no longer has stays chosen until somebody changes it.
              ...(Number(draft.level) > levels.length
                ? [{ value: draft.level, label: t("form.otherLevel", { level: draft.level }) }]
                : []),
            ]}
            onChange={(level) => set({ level })}
          />
        )}
        {choice("granted", "granted", ["no", "yes"], t("hints.granted"))}
        {(segments.length > 0 || draft.segment) && (
          <Select<string>
            name="segment"
            label={t("form.segment")}
            hint={t("hints.segment")}
            error={error("segment")}
            disabled={disabled}
            value={draft.segment}
            options={[
              { value: "", label: t("form.everyMember") },
              ...segments.map(({ _id, name }) => ({ value: _id, label: name })),
            ]}
            onChange={(segment) => set({ segment })}
          />
        )}
      </div>
    </section>
  );
}
