import { useTranslation } from "react-i18next";
import type { Words } from "../../shared/statement";

/** The title and the line of a transaction. */
export function useMovementWords() {
  const { t } = useTranslation("points");
  return (words: Words) => {
    if ("name" in words) return { title: words.name, line: words.description };
    const { transfer, who } = words;
    return {
      title: t(`${transfer}.title`),
      line: who ? t(`${transfer}.who`, { who }) : t(`${transfer}.nobody`),
    };
  };
}
