import { useTranslation } from "react-i18next";
import { Field } from "../../../kit/form/Field";
import type { BoundForm } from "../../kit/editor/fields";
import { Select } from "../../kit/Inputs";
import { NumberField } from "../../kit/NumberField";
import type { RuleForm } from "./form";

/** The form of a rule, as each of its parts needs it. */
export type RuleFormState = Pick<BoundForm<RuleForm>, "draft" | "set" | "error" | "disabled">;

type TextName = { [K in keyof RuleForm]: RuleForm[K] extends string ? K : never }[keyof RuleForm];

/** Makes fields of the form. `field` is the name that the server gives in its errors. */
export function useRuleFields({ draft, set, error, disabled }: RuleFormState) {
  const { t } = useTranslation("adminRules");
  const put = (name: TextName, value: string) =>
    set(Object.assign<Partial<RuleForm>, object>({}, { [name]: value }));
  const common = (name: TextName, field: string) => ({
    name,
    label: t(`form.${name}` as "form.points"),
    value: draft[name] as string,
    disabled,
    error: error(field),
  });
  return {
    number: (
      name: TextName,
      field: string = name,
      more: { decimal?: boolean; most?: number; hint?: string } = {},
    ) => (
      <NumberField
        {...common(name, field)}
        most={more.most ?? 10}
        decimal={more.decimal ?? false}
        hint={more.hint}
        onChange={(value) => put(name, value)}
      />
    ),
    /** A whole number with or without a sign. */
    signed: (name: TextName, hint: string) => (
      <Field
        {...common(name, name)}
        hint={hint}
        autoComplete="off"
        clean={(typed) => (/^-?\d{0,4}$/.test(typed) ? typed : draft[name].toString())}
        onChange={(value) => put(name, value)}
      />
    ),
    day: (name: "from" | "until" | "pendingUntil", hint: string, field: string = name) => (
      <Field {...common(name, field)} type="date" hint={hint} onChange={(value) => put(name, value)} />
    ),
    choice: <N extends TextName>(name: N, field: string, options: readonly RuleForm[N][], hint?: string) => (
      <Select<string>
        {...common(name, field)}
        hint={hint}
        options={options.map((value) => ({
          value: value as string,
          label: t(`choices.${name}.${value as string}` as "choices.bonus.fixed"),
        }))}
        onChange={(value) => put(name, value)}
      />
    ),
  };
}
