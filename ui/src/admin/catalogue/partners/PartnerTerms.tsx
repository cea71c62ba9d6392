import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import { KNOWN_TYPES, knownType, usePartnerTypeName } from "../../../shared/partnerTypes";
import css from "../../admin.module.css";
import type { PartnerInput } from "../../kit/editor/kinds";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";

interface PartnerFields {
  draft: PartnerInput;
  set(changes: Partial<PartnerInput>): void;
  error(field: string): string | undefined;
  disabled: boolean;
  /** Only operators may set the rates. */
  ratesDisabled: boolean;
}

/** Type, rates and address of a partner. */
export function PartnerTerms({ draft, set, error, disabled, ratesDisabled }: PartnerFields) {
  const { t } = useTranslation("adminPartners");
  const typeName = usePartnerTypeName();
  // Keeps a type from an earlier import that is not a known type.
  const types = knownType(draft.type) ? KNOWN_TYPES : [draft.type, ...KNOWN_TYPES];
  return (
    <section className={`${css.panel} ${css.grid2}`}>
      <Select
        name="type"
        label={t("fields.type")}
        value={draft.type}
        disabled={disabled}
        error={error("type")}
        options={types.map((value) => ({ value, label: typeName(value) }))}
        onChange={(type) => set({ type })}
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
      <NumberField
        name="basePoints"
        label={t("fields.basePoints")}
        hint={t(ratesDisabled ? "rateFixed" : "baseHint")}
        decimal
        most={12}
        value={draft.basePoints ?? ""}
        disabled={ratesDisabled}
        error={error("basePoints")}
        onChange={(basePoints) => set({ basePoints })}
      />
      <NumberField
        name="extraPoints"
        label={t("fields.extraPoints")}
        hint={t(ratesDisabled ? "rateFixed" : "extraHint")}
        decimal
        most={12}
        value={draft.extraPoints ?? ""}
        disabled={ratesDisabled}
        error={error("extraPoints")}
        onChange={(extraPoints) => set({ extraPoints })}
      />
    </section>
  );
}
