import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { LANGUAGES, type Language, pageTagOf } from "../../../i18n/language";
import { CheckIcon, WarnIcon } from "../../../kit/icons/icons-basic";
import text from "../../../kit/styles/text.module.css";
import { AdminTabs } from "../AdminTabs";
import css from "./Content.module.css";

interface LanguageTabsProps {
  chosen: Language;
  onChoose(language: Language): void;
  /** Returns whether all texts in that language are complete. */
  complete(language: Language): boolean;
  children: ReactNode;
}

/** The language tabs of a form, each marked as complete or not. */
export function LanguageTabs({ chosen, onChoose, complete, children }: LanguageTabsProps) {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  const missing = LANGUAGES.filter((language) => !complete(language));
  return (
    <AdminTabs<Language>
      label={t("languages")}
      chosen={chosen}
      onChoose={onChoose}
      end={
        missing.length > 0 && (
          <span className={css.missing}>
            {t("missingIn", { languages: missing.map((one) => common(`languages.${one}`)).join(" · ") })}
          </span>
        )
      }
      tabs={LANGUAGES.map((language) => ({
        value: language,
        lang: pageTagOf(language),
        label: (
          <>
            {complete(language) ? (
              <span className={css.complete}>
                <CheckIcon size={18} />
              </span>
            ) : (
              <span className={css.missing}>
                <WarnIcon size={18} />
              </span>
            )}
            {common(`languages.${language}`)}
            {!complete(language) && <span className={text.sr}>{t("incomplete")}</span>}
          </>
        ),
      }))}
    >
      {children}
    </AdminTabs>
  );
}
