import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import { KNOWN_TYPES, knownType, usePartnerTypeName } from "../../../shared/partnerTypes";
import css from "../../admin.module.css";
import { ChoiceField } from "../../kit/editor/fields";
import { NumberField } from "../../kit/NumberField";
import type { PartnerFields } from "./form";

/** Type, rates and address of a partner. Only operators may set the rates. */
export function PartnerTerms({ form, ratesDisabled }: PartnerFields & { ratesDisabled: boolean }) {
  const { t } = useTranslation("adminPartners");
  const typeName = usePartnerTypeName();
  const { draft, set, error, disabled } = form;
  // Keeps a type from an earlier import that is not a known type.
  const types = knownType(draft.type) ? KNOWN_TYPES : [draft.type, ...KNOWN_TYPES];
  const rate = (name: "basePoints" | "extraPoints", hint: "baseHint" | "extraHint") => (
    <NumberField
      name={name}
      label={t(`fields.${name}`)}
      hint={t(ratesDisabled ? "rateFixed" : hint)}
      decimal
      most={12}
      value={draft[name] ?? ""}
      disabled={ratesDisabled}
      error={error(name)}
      onChange={(typed) => set({ [name]: typed })}
    />
  );
  return (
    <section className={`${css.panel} ${css.grid2}`}>
      <ChoiceField
        form={form}
        name="type"
        otherwise=""
        options={types.map((value) => ({ value, label: typeName(value) }))}
      />
      <Field
        name="webLink"
        label={t("fields.webLink")}
        placeholder="https://"
        value={draft.webLink ?? ""}
        disabled={disabled}
        autoComplete="off"
        error={error("webLink")}
        onChange={(webLink) => set({ webLink })}
      />
      {rate("basePoints", "baseHint")}
      {rate("extraPoints", "extraHint")}
    </section>
  );
}
