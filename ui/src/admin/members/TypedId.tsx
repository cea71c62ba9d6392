import { useTranslation } from "react-i18next";
import { formatShortId } from "../../i18n/format";
import { Field } from "../../kit/form/Field";
import type { AdminMember } from "./members";

interface TypedIdProps {
  member: AdminMember;
  value: string;
  wrong: boolean;
  onChange(typed: string): void;
}

/** Asks for the account's id before an action that cannot be undone. */
export function TypedId({ member, value, wrong, onChange }: TypedIdProps) {
  const { t } = useTranslation("adminMember");
  return (
    <Field
      name="typed"
      label={t("typed.label", { id: formatShortId(member.shortId) })}
      value={value}
      maxLength={12}
      required
      autoComplete="off"
      error={wrong ? t("typed.wrong") : undefined}
      onChange={onChange}
    />
  );
}
