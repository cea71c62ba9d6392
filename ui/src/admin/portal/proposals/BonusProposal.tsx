import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import css from "../../admin.module.css";
import type { RuleForm } from "../../catalogue/rules/form";
import { PickMany } from "../../catalogue/rules/PickMany";
import { useRuleFields } from "../../catalogue/rules/RuleFields";
import rules from "../../catalogue/rules/Rules.module.css";
import { WhenFields } from "../../catalogue/rules/WhenFields";
import type { Tagged } from "../../kit/editor/kinds";
import { withText } from "../../kit/editor/localized";
import { useFieldLabel } from "../../kit/editor/useFieldLabel";
import { useRested } from "../../kit/useRested";
import { ownOutletsQuery } from "../portal";
import { BonusHours } from "./BonusHours";
import { Checklist } from "./Checklist";
import { bonusToCompute, outlookQuery } from "./outlook";
import { bonusForm, bonusProposals, type ProposalPage } from "./ownProposals";
import { BonusPays } from "./Pays";
import { ProposalFrame } from "./ProposalFrame";
import { useProposal } from "./useProposal";

/** The server's limit for the name of a rule, in characters. */
const LONGEST_NAME = 40;

/** Proposed bonus hours: what they give, when and where, and what they may cost. */
export function BonusProposal({ saved }: { saved: Tagged<ProposalPage> }) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const outlets = useQuery(ownOutletsQuery()).data ?? [];
  const proposal = useProposal<RuleForm>({ kind: bonusProposals, saved, form: bonusForm });
  const { editor, error, disabled } = proposal;
  const { draft, set } = editor;
  const form = { draft, set, error, disabled };
  const { number, choice } = useRuleFields(form);
  const computed = useQuery(outlookQuery(bonusToCompute(useRested(draft)))).data?.bonus;
  return (
    <ProposalFrame
      of={proposal}
      label={useFieldLabel("adminRules")}
      aside={
        <>
          <BonusPays outlook={computed} from={draft.from} until={draft.until} />
          <Checklist complete={(one) => Boolean(draft.name[one])} />
        </>
      }
    >
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("parts.name")}</h2>
          <span className={css.soft}>{t("hints.name")}</span>
        </div>
        <div className={rules.fields}>
          {LANGUAGES.map((one) => (
            <Field
              key={one}
              name={`name.${one}`}
              label={common(`languages.${one}`)}
              value={draft.name[one] ?? ""}
              maxLength={LONGEST_NAME}
              autoComplete="off"
              disabled={disabled}
              error={error(`name.${one}`) ?? (one === language ? error("name") : undefined)}
              onChange={(text) => set({ name: withText(draft.name, one, text) })}
            />
          ))}
        </div>
      </section>
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("parts.gives")}</h2>
        </div>
        <div className={rules.fields}>
          {choice("bonus", "bonus", ["multiplier", "fixed", "perAmount"])}
          {draft.bonus === "multiplier"
            ? number("factor", "bonus.factor", { decimal: true, most: 8 })
            : number("points", "bonus.points")}
          {draft.bonus === "perAmount" && number("eachHkd", "bonus.eachHkd", { decimal: true })}
          {number("minimumBillHkd", "minimumBillHkd", { decimal: true, hint: t("hints.minimum") })}
        </div>
      </section>
      <WhenFields form={form} />
      <BonusHours outlook={computed} />
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("parts.where")}</h2>
        </div>
        <PickMany
          name="outlets"
          label={t("form.outlets")}
          any={t("form.everyOutlet")}
          error={error("outlets")}
          disabled={disabled}
          value={draft.outlets}
          options={outlets.map(({ _id, name }) => ({ value: _id, label: localized(name, language) }))}
          onChange={(value) => set({ outlets: value })}
        />
      </section>
      <section className={css.panel}>
        <div className={css.panelHead}>
          <h2>{t("form.budget")}</h2>
        </div>
        <div className={rules.fields}>
          {choice("budget", "budget.unit", ["hkd", "points"], t("hints.budget"))}
          {number("budgetAmount", error("budget") ? "budget" : "budget.amount", {
            decimal: draft.budget === "hkd",
            most: 12,
          })}
        </div>
      </section>
    </ProposalFrame>
  );
}
