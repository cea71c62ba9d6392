import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { CheckIcon, WarnIcon } from "../../../kit/icons/icons-basic";
import text from "../../../kit/styles/text.module.css";
import { goToField } from "./fieldPlace";
import css from "./Rules.module.css";

/** One line of the check, with a tick or a warning. */
export function Check({ good = false, children }: { good?: boolean; children: ReactNode }) {
  const { t } = useTranslation("adminRules");
  return (
    <li className={good ? css.good : css.care}>
      {good ? <CheckIcon size={20} /> : <WarnIcon size={20} />}
      <span>
        <span className={text.sr}>{t(good ? "checks.good" : "checks.care")} </span>
        {children}
      </span>
    </li>
  );
}

/** Leads to the field of a value. */
export function GoTo({ field, label }: { field: string; label(field: string): string }) {
  const { t } = useTranslation("adminRules");
  return (
    <button type="button" className={css.goTo} onClick={() => goToField(field)}>
      {t("checks.goTo", { field: label(field) })}
    </button>
  );
}
