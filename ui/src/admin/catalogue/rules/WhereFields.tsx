import { useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { usePartnerTypeName } from "../../../shared/partnerTypes";
import admin from "../../admin.module.css";
import { allOf, partners } from "../../kit/editor/kinds";
import { outletsQuery } from "../outlets/outlets";
import { listOf } from "./form";
import { PickMany } from "./PickMany";
import { type RuleFormState, useRuleFields } from "./RuleFields";
import css from "./Rules.module.css";

/** The places and bills to which a rule applies. */
export function WhereFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const typeName = usePartnerTypeName();
  const language = useLanguage();
  const { draft, set, error, disabled } = form;
  const { number, choice } = useRuleFields(form);
  const known = useQuery(allOf(partners)).data ?? [];
  const chosen = listOf(draft.partners);
  const outlets = useQueries({ queries: chosen.map((id) => outletsQuery(id)) }).flatMap(
    ({ data }) => data ?? [],
  );
  const types = [...new Set(known.flatMap(({ type }) => (type ? [type] : [])))];
  const partnerOf = (id: string) => {
    const found = known.find(({ _id }) => _id === id);
    return found ? localized(found.name, language) : "";
  };
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("parts.where")}</h2>
      </div>
      <div className={admin.grid2}>
        <PickMany
          name="partners"
          label={t("form.partners")}
          any={t("form.everyPartner")}
          error={error("partners")}
          disabled={disabled}
          value={draft.partners}
          options={known.map(({ _id, name }) => ({ value: _id, label: localized(name, language) }))}
          onChange={(value) => set({ partners: value })}
        />
        <PickMany
          name="partnerTypes"
          label={t("form.partnerTypes")}
          any={t("form.everyType")}
          error={error("partnerTypes")}
          disabled={disabled}
          value={draft.partnerTypes}
          options={types.map((value) => ({ value, label: typeName(value) }))}
          onChange={(value) => set({ partnerTypes: value })}
        />
      </div>
      <div className={css.gap}>
        <PickMany
          name="outlets"
          label={t("form.outlets")}
          any={t("form.everyOutlet")}
          hint={t(chosen.length === 0 ? "hints.partnerFirst" : "hints.outlets")}
          error={error("outlets")}
          disabled={disabled}
          value={draft.outlets}
          options={outlets.map(({ _id, name, partnerId }) => ({
            value: _id,
            label: `${partnerOf(partnerId)} · ${localized(name, language)}`,
          }))}
          onChange={(value) => set({ outlets: value })}
        />
      </div>
      <div className={`${admin.grid2} ${css.gap}`}>
        {number("minimumBillHkd", "minimumBillHkd", { decimal: true, hint: t("hints.minimum") })}
        {choice("enjoyCard", "enjoyCard", ["any", "with", "without"])}
      </div>
    </section>
  );
}
