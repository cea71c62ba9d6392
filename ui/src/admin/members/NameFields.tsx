import { useTranslation } from "react-i18next";
import { Field } from "../../kit/form/Field";

type Name = "firstName" | "lastName";

interface NameFieldsProps {
  /** A form with both name fields, and possibly more. */
  form: {
    field(name: Name): { name: string; value: string; onChange(value: string): void; onBlur(): void };
    error(name: Name): "required" | undefined;
  };
  /** The server's errors by field. */
  refused: Record<string, string>;
}

/** The member's name, family name first. */
export function NameFields({ form, refused }: NameFieldsProps) {
  const { t } = useTranslation("adminMembers");
  const { t: common } = useTranslation("admin");
  return (["lastName", "firstName"] as const).map((field) => (
    <Field
      {...form.field(field)}
      key={field}
      label={t(`new.${field}`)}
      maxLength={60}
      required
      autoComplete="off"
      error={(form.error(field) && common("errors.required")) || refused[field]}
    />
  ));
}
