import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../../i18n/language";
import { Check } from "../../../kit/form/Choice";
import admin from "../../admin.module.css";
import { Select } from "../../kit/Inputs";
import { factorsQuery, isEntered } from "../carbon/carbon";
import { BONUSES, OCCASIONS, pendingOf } from "./form";
import { type RuleFormState, useRuleFields } from "./RuleFields";
import css from "./Rules.module.css";

/** The bonus of a rule, and the occasion for which it is given. */
export function GivesFields({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft } = form;
  const { number, choice } = useRuleFields(form);
  return (
    <section className={admin.panel}>
      <div className={admin.panelHead}>
        <h2>{t("parts.gives")}</h2>
      </div>
      <div className={css.fields}>
        {choice("bonus", "bonus", BONUSES)}
        {draft.bonus === "multiplier" ? (
          <>
            {number("factor", "bonus.factor", { decimal: true, most: 8 })}
            {choice("of", "bonus.of", ["base", "baseAndCard"])}
          </>
        ) : (
          draft.bonus !== "none" && number("points", "bonus.points")
        )}
        {draft.bonus === "perAmount" && number("eachHkd", "bonus.eachHkd", { decimal: true })}
        {draft.bonus === "perUnit" && <EnteredFactor form={form} />}
        {draft.bonus === "perUnit" && choice("rounding", "rounding", ["down", "nearest", "up"])}
      </div>
      <Occasion form={form} />
      <Pending form={form} />
    </section>
  );
}

/**
 * The fields for the points that wait, and for how long. A rule without a bonus always lets all points of the
 * purchase wait.
 */
function Pending({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft } = form;
  const { number, day, choice } = useRuleFields(form);
  return (
    <div className={css.fields}>
      {draft.bonus === "none" ? (
        <p className={css.two}>{t("hints.onlyWaits")}</p>
      ) : (
        choice("pending", "pending", ["none", "bonus", "purchase"], t("hints.pending"))
      )}
      {pendingOf(draft) !== "none" && (
        <>
          {choice("pendingBy", "pendingBy", ["days", "until"])}
          {draft.pendingBy === "days"
            ? number("pendingDays", "pending.days", { most: 3, hint: t("hints.pendingDays") })
            : day("pendingUntil", t("hints.pendingUntil"), "pending.until")}
        </>
      )}
    </div>
  );
}

/** The carbon factor whose units give points. Only factors whose quantity a cashier enters can be chosen. */
function EnteredFactor({ form: { draft, set, error, disabled } }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const { data } = useQuery(factorsQuery());
  const factors = (data ?? []).filter(
    ({ _id, unit, inForce }) => _id === draft.factorId || (isEntered(unit) && inForce !== undefined),
  );
  const isKnown = draft.factorId === "" || factors.some(({ _id }) => _id === draft.factorId);
  return (
    <Select<string>
      name="factorId"
      label={t("form.factorId")}
      hint={t(data && factors.length === 0 ? "hints.noFactor" : "hints.factorId")}
      error={error("bonus.factorId")}
      disabled={disabled}
      value={draft.factorId}
      options={[
        { value: "", label: t("choices.factorId") },
        ...factors.map(({ _id, versions: [newest] }) => ({
          value: _id,
          label: newest ? localized(newest.name, language) : t("says.factor"),
        })),
        ...(isKnown ? [] : [{ value: draft.factorId, label: data ? t("says.factor") : "…" }]),
      ]}
      onChange={(factorId) => set({ factorId })}
    />
  );
}

function Occasion({ form }: { form: RuleFormState }) {
  const { t } = useTranslation("adminRules");
  const { draft, set, disabled } = form;
  const { number, choice } = useRuleFields(form);
  const counts = draft.occasion === "firstPurchase" || draft.occasion === "nthPurchase";
  return (
    <div className={css.fields}>
      {draft.bonus === "multiplier" && choice("rounding", "rounding", ["down", "nearest", "up"])}
      {choice("occasion", "occasion", OCCASIONS)}
      {draft.occasion === "nthPurchase" && number("n", "occasion.n", { most: 4 })}
      {counts && choice("at", "occasion.at", ["partner", "programme"])}
      {draft.occasion === "nthPurchase" && (
        <Check
          name="repeats"
          checked={draft.repeats}
          disabled={disabled}
          onChange={(repeats) => set({ repeats })}
        >
          {t("form.repeats")}
        </Check>
      )}
      {draft.occasion === "welcome" &&
        number("withinDays", "occasion.withinDays", { most: 4, hint: t("hints.withinDays") })}
      {draft.occasion === "birthday" && choice("window", "occasion.window", ["month", "day"])}
    </div>
  );
}
