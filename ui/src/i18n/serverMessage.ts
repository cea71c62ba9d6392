import { useEffect, useRef, useState } from "react";
import { type Language, useLanguage } from "./language";

/** A server message with its code and language. A message on screen stays when the language changes. */
export interface ServerMessage {
  said: string;
  code: string;
  language: Language;
}

type Catalogue = Record<string, string>;
const catalogues = new Map<Language, Promise<Catalogue | undefined>>();

/** Server messages by code. Few screens need them, so a change of language does not wait for them. */
function catalogueOf(language: Language) {
  const asked =
    catalogues.get(language) ??
    import("./namespaces/errors")
      .then(({ words }) => words[`../locales/${language}/errors.json`]?.())
      .catch(() => {
        // After a network error, the next message loads the catalogue again.
        catalogues.delete(language);
        return undefined;
      });
  catalogues.set(language, asked);
  return asked;
}

/**
 * Returns a server message in the language on screen: the original if it is in that language, otherwise the
 * text of the catalogue. Undefined while the catalogue is missing or does not have the code.
 */
export function useServerMessage() {
  const language = useLanguage();
  const [catalogue, setCatalogue] = useState<{ of: Language; words: Catalogue }>();
  const words = catalogue?.of === language ? catalogue.words : undefined;
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || words) return;
    let here = true;
    void catalogueOf(language).then((found) => {
      if (here && found) setCatalogue({ of: language, words: found });
    });
    return () => {
      here = false;
    };
  });
  return (told: ServerMessage): string | undefined => {
    if (told.language === language) return told.said;
    wanted.current = true;
    return words?.[told.code];
  };
}
