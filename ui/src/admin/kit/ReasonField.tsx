import { useTranslation } from "react-i18next";
import { TextArea } from "./Inputs";

/** What is asked for where it is not a reason. */
export interface Asks {
  label: string;
  /** What is said where there is nothing. */
  missing: string;
  /** In characters. */
  longest: number;
  rows: number;
}

interface ReasonFieldProps {
  name: string;
  value: string;
  onChange(value: string): void;
  /** Who reads it. */
  hint: string;
  missing: boolean;
  asks?: Asks | undefined;
}

/** Why something is done: nothing that a reason is asked for happens without one. */
export function ReasonField({ missing, asks, ...field }: ReasonFieldProps) {
  const { t } = useTranslation("desk");
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
