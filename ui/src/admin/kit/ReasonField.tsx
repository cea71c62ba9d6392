import { useTranslation } from "react-i18next";
import { TextArea } from "./Inputs";

/** Labels if the text is not a reason. */
export interface Asks {
  label: string;
  /** The error for an empty field. */
  missing: string;
  /** Maximum length in characters. */
  longest: number;
  rows: number;
}

interface ReasonFieldProps {
  name: string;
  value: string;
  onChange(value: string): void;
  /** Says who reads it. */
  hint: string;
  missing: boolean;
  asks?: Asks | undefined;
}

/** The required reason of an action. */
export function ReasonField({ missing, asks, ...field }: ReasonFieldProps) {
  const { t } = useTranslation("admin");
  const asked = asks ?? { label: t("reason.label"), missing: t("reason.required"), longest: 500, rows: 3 };
  return (
    <TextArea
      {...field}
      label={asked.label}
      required
      rows={asked.rows}
      maxLength={asked.longest}
      error={missing ? asked.missing : undefined}
    />
  );
}
