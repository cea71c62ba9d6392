import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { Field } from "../../kit/form/Field";
import { exactWeight } from "../../shared/weight";
import { amountOf, type CarbonFactor, type CarbonTyped, isOverLimit, readQuantity } from "./carbon";

interface CarbonEntryProps {
  factors: readonly CarbonFactor[];
  typed: CarbonTyped;
  disabled: boolean;
  onChange(typed: CarbonTyped): void;
}

/** The kilograms or trips of a purchase, with the CO2e that they save. */
export function CarbonEntry({ factors, typed, disabled, onChange }: CarbonEntryProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return factors.map((factor) => {
    const value = typed[factor._id] ?? "";
    const saved = exactWeight(amountOf(value) * Number(factor.grams));
    return (
      <Field
        key={factor._id}
        name={`carbon-${factor._id}`}
        label={t(`carbon.${factor.unit === "trip" ? "trips" : "kilograms"}`, {
          name: localized(factor.name, language),
        })}
        aside={t("award.optional")}
        inputMode={factor.unit === "trip" ? "numeric" : "decimal"}
        autoComplete="off"
        disabled={disabled}
        value={value}
        clean={(now) => readQuantity(factor, now) ?? value}
        error={isOverLimit(factor, value) ? t("carbon.most", { most: Number(factor.most) }) : undefined}
        hint={amountOf(value) > 0 ? t("carbon.saved", { weight: saved }) : undefined}
        onChange={(now) => onChange({ ...typed, [factor._id]: now })}
      />
    );
  });
}
