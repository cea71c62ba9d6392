import { useTranslation } from "react-i18next";
import { type Language, pageTagOf } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import own from "./BuiltInWords.module.css";
import message from "./Settings.module.css";

interface BuiltInWordsProps {
  words: string;
  language: Language;
  /** Absent for readers who may not change the text. */
  onUse: ((words: string) => void) | undefined;
}

/** The built-in text that the programme's own text replaces, in one language. */
export function BuiltInWords({ words, language, onUse }: BuiltInWordsProps) {
  const { t } = useTranslation("adminSettings");
  return (
    <details className={own.quiet}>
      <summary>{t("texts.builtInWords")}</summary>
      <p className={message.message} lang={pageTagOf(language)}>
        {words}
      </p>
      {onUse && (
        <Button kind="quiet" small onClick={() => onUse(words)}>
          {t("texts.useThese")}
        </Button>
      )}
    </details>
  );
}
