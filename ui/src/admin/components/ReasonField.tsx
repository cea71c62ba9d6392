import { useTranslation } from "react-i18next";
import { TextArea } from "./Inputs";

interface ReasonFieldProps {
  name: string;
  value: string;
  onChange(value: string): void;
  /** Who reads it. */
  hint: string;
  missing: boolean;
}

/** Why something is done: nothing that a reason is asked for happens without one. */
export function ReasonField({ missing, ...field }: ReasonFieldProps) {
  const { t } = useTranslation("desk");
  return (
    <TextArea
      {...field}
      label={t("reason.label")}
      required
      rows={3}
      maxLength={500}
      error={missing ? t("reason.required") : undefined}
    />
  );
}
