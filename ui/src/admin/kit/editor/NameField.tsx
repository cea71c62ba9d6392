import type { Language } from "../../../i18n/language";
import { Field } from "../../../kit/form/Field";
import { type Localized, withText } from "./localized";

/** The server's limit for a name or title, in characters. */
const LONGEST = 120;

interface NameFieldProps {
  /** The field's name in the record. */
  name: "name" | "title";
  label: string;
  value: Localized;
  language: Language;
  disabled: boolean;
  /** The error of a field, by its name in the record. */
  error(field: string): string | undefined;
  onChange(value: Localized): void;
}

/** The name or title in one language. */
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
