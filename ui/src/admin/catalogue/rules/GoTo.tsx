import { useTranslation } from "react-i18next";
import { goToField } from "./fieldPlace";
import css from "./Rules.module.css";

/** Leads to the field of a value. */
export function GoTo({ field, label }: { field: string; label(field: string): string }) {
  const { t } = useTranslation("adminRules");
  return (
    <button type="button" className={css.goTo} onClick={() => goToField(field)}>
      {t("checks.goTo", { field: label(field) })}
    </button>
  );
}
