import type { Language } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import { type Localized, withText } from "./localized";

/** The longest name or title that the server takes, in characters. */
const LONGEST = 120;

interface NameFieldProps {
  /** What the record calls it. */
  name: "name" | "title";
  label: string;
  value: Localized;
  language: Language;
  disabled: boolean;
  /** What is wrong with a field, by its name in the record. */
  error(field: string): string | undefined;
  onChange(value: Localized): void;
}

/** What something is called, in one of its languages. */
export function NameField({ name, label, value, language, disabled, error, onChange }: NameFieldProps) {
  const text = value[language] ?? "";
  return (
    <Field
      name={name}
      label={label}
      aside={`${text.length} / ${LONGEST}`}
      value={text}
      maxLength={LONGEST}
      required={language === "en"}
      disabled={disabled}
      autoComplete="off"
      error={error(`${name}.${language}`) ?? error(name)}
      onChange={(typed) => onChange(withText(value, language, typed))}
    />
  );
}
