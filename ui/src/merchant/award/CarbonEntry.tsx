import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { Field } from "../../kit/form/Field";
import { exactWeight } from "../../shared/weight";
import { ActionSteps } from "./ActionSteps";
import { amountOf, type CarbonFactor, type CarbonTyped, isOverLimit, readQuantity } from "./carbon";

interface CarbonEntryProps {
  factors: readonly CarbonFactor[];
  typed: CarbonTyped;
  disabled: boolean;
  onChange(typed: CarbonTyped): void;
}

/** The kilograms, trips and actions of a purchase, with the CO2e that they save. */
export function CarbonEntry({ factors, typed, disabled, onChange }: CarbonEntryProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return factors.map((factor) => {
    const value = typed[factor._id] ?? "";
    const name = localized(factor.name, language);
    const isAction = factor.unit === "action";
    const [amount, most] = [amountOf(value), Number(factor.most)];
    const saved = { weight: exactWeight(amount * Number(factor.grams)), most };
    const hint = amount > 0 ? t(`carbon.${isAction && amount >= most ? "full" : "saved"}`, saved) : undefined;
    const change = (now: string) => onChange({ ...typed, [factor._id]: now });
    return (
      <Field
        key={factor._id}
        name={`carbon-${factor._id}`}
        label={isAction ? name : t(`carbon.${factor.unit === "trip" ? "trips" : "kilograms"}`, { name })}
        aside={t("award.optional")}
        inputMode={factor.unit === "kilogram" ? "decimal" : "numeric"}
        autoComplete="off"
        disabled={disabled}
        value={value}
        {...(isAction && {
          placeholder: "0",
          end: <ActionSteps {...{ factor, name, hint, disabled }} typed={value} onChange={change} />,
        })}
        clean={(now) => readQuantity(factor, now) ?? value}
        error={isOverLimit(factor, value) ? t("carbon.most", { most }) : undefined}
        hint={hint}
        onChange={change}
      />
    );
  });
}
