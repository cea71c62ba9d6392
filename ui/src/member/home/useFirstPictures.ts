import { useEffect, useRef } from "react";
import { formatDay } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { Article } from "./articles";

/** The number of cards of a carousel that are visible before it is scrolled. */
export const IN_VIEW = 2;

/** Prepares the slowest parts of the cards while the skeleton shows: first pictures and date format. */
export function useFirstPictures(wanted: boolean, ...lists: (readonly Article[] | undefined)[]) {
  const language = useLanguage();
  const pictures = useRef(new Map<string, HTMLImageElement>());
  const addresses = wanted
    ? lists.flatMap(
        (list) => list?.slice(0, IN_VIEW).map(({ coverImg }) => localized(coverImg, language)) ?? [],
      )
    : [];
  const first = addresses.length > 0;
  useEffect(() => {
    if (!first) return;
    // In its own task: formatting the first date takes a slow phone as long as rendering a card.
    const timer = setTimeout(() => formatDay(Date.now(), language));
    return () => clearTimeout(timer);
  }, [first, language]);
  useEffect(() => {
    for (const address of addresses) {
      if (pictures.current.has(address)) continue;
      const picture = new Image();
      picture.src = address;
      // Keeps a reference, or the browser may discard the picture before the card uses it.
      pictures.current.set(address, picture);
    }
  });
}
