import { useEffect, useRef, useState } from "react";
import { type Language, useLanguage } from "./language";

/** What the server said of `code`, and in which language: what is on screen outlives a switch of that. */
export interface ServerMessage {
  said: string;
  code: string;
  language: Language;
}

type Catalogue = Record<string, string>;
const catalogues = new Map<Language, Promise<Catalogue | undefined>>();

/** What the server says of each code. Few need it, so no switch of the language waits for it or fails for its sake. */
function catalogueOf(language: Language) {
  const asked =
    catalogues.get(language) ??
    import("./namespaces/errors")
      .then(({ words }) => words[`../locales/${language}/errors.json`]?.())
      .catch(() => {
        // On a lost line: asked for again by whatever is said next.
        catalogues.delete(language);
        return undefined;
      });
  catalogues.set(language, asked);
  return asked;
}

/**
 * Says what the server said in the language on screen: in its own words as long as that is the language of its answer,
 * else in those of its catalogue. Nothing where that has none, or is not there yet.
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
