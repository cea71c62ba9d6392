import { useTranslation } from "react-i18next";
import { Check } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { TextArea } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import { SCOPES, type Scope } from "./apiKeys";
import css from "./Settings.module.css";

interface ApiKeyFieldsProps {
  field(name: "name" | "networks" | "dailyCap"): {
    name: string;
    value: string;
    onChange(value: string): void;
    onBlur(): void;
  };
  error(name: "name" | "scopes" | "networks" | "dailyCap"): string | undefined;
  scopes: readonly Scope[];
  onScopes(scopes: readonly Scope[]): void;
}

/** The settings of an API key: name, scopes, allowed networks and daily cap. */
export function ApiKeyFields({ field, error, scopes, onScopes }: ApiKeyFieldsProps) {
  const { t } = useTranslation("adminSettings");
  const toggle = (scope: Scope, on: boolean) =>
    onScopes(SCOPES.filter((one) => (one === scope ? on : scopes.includes(one))));
  return (
    <>
      <Field
        {...field("name")}
        label={t("keys.name")}
        hint={t("keys.nameHint")}
        maxLength={60}
        autoComplete="off"
        required
        error={error("name")}
      />
      <fieldset className={css.group}>
        <legend>{t("keys.scopes")}</legend>
        {SCOPES.map((scope) => (
          <Check
            key={scope}
            wide
            name={scope}
            checked={scopes.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          >
            {t(`keys.scope.${scope}`)}
          </Check>
        ))}
        {error("scopes") && <p className={css.wrong}>{error("scopes")}</p>}
      </fieldset>
      <TextArea
        {...field("networks")}
        label={t("keys.networks")}
        hint={t("keys.networksHint")}
        rows={2}
        error={error("networks")}
      />
      <NumberField
        {...field("dailyCap")}
        label={t("keys.dailyCap")}
        hint={t("keys.dailyCapHint")}
        most={10}
        error={error("dailyCap")}
      />
    </>
  );
}
