import { useTranslation } from "react-i18next";
import admin from "../../admin.module.css";
import { CAPS } from "./form";
import { type RuleFormState, useRuleFields } from "./RuleFields";
import css from "./Rules.module.css";

/** The end of a rule, its limits, and the way in which it combines with other rules. */
export function LimitFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft } = form;
  const { number, signed, choice } = useRuleFields(form);
  // A rule without a bonus gives nothing that could be limited, and no other rule takes its place.
  if (draft.bonus === "none") return null;
  return (
    <>
      <section className={admin.panel}>
        <div className={admin.panelHead}>
          <h2>{t("parts.limits")}</h2>
          <span className={css.soft}>{t("hints.limits")}</span>
        </div>
        <div className={css.fields}>
          {choice("budget", "budget", ["none", "points", "hkd"], t("hints.budget"))}
          {draft.budget !== "none" &&
            number("budgetAmount", "budget.amount", { decimal: draft.budget === "hkd", most: 12 })}
        </div>
        <div className={css.fields}>
          {CAPS.map((cap) => (
            <div key={cap}>{number(cap, `caps.${cap}`)}</div>
          ))}
        </div>
      </section>
      <section className={admin.panel}>
        <div className={admin.panelHead}>
          <h2>{t("parts.others")}</h2>
        </div>
        <div className={admin.grid2}>
          {choice("stacking", "stacking", ["adds", "best"], t(`hints.${draft.stacking}`))}
          {signed("priority", t("hints.priority"))}
        </div>
      </section>
    </>
  );
}
