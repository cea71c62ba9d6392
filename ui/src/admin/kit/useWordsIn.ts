import type { Namespace } from "i18next";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { type Language, tagOf } from "../../i18n/language";

/**
 * The texts of a namespace in a language that a preview shows. Until they have loaded, and if they cannot be loaded, these
 * are the texts in the language of the app.
 */
export function useWordsIn<N extends Namespace>(language: Language, namespace: N) {
  const { i18n, t } = useTranslation(namespace);
  const [, setLoaded] = useState<Language>();
  useEffect(() => {
    let isShown = true;
    i18n.loadLanguages(tagOf(language)).then(
      () => isShown && setLoaded(language),
      () => {},
    );
    return () => {
      isShown = false;
    };
  }, [i18n, language]);
  const tag = tagOf(language);
  return i18n.hasResourceBundle(tag, String(namespace)) ? i18n.getFixedT(tag, namespace) : t;
}
