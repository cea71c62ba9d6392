import { useEffect, useRef } from "react";
import { formatDay } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { Article } from "./articles";

/** How many cards of a carousel are seen before it is moved. */
export const IN_VIEW = 2;

/** While grey boxes are seen, gets ready what their cards take longest for: the first pictures, and how dates are written. */
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
    // A task of its own: the first date takes a slow phone as long as a card.
    const timer = setTimeout(() => formatDay(Date.now(), language));
    return () => clearTimeout(timer);
  }, [first, language]);
  useEffect(() => {
    for (const address of addresses) {
      if (pictures.current.has(address)) continue;
      const picture = new Image();
      picture.src = address;
      // Held, or the browser may let go of it before the card asks.
      pictures.current.set(address, picture);
    }
  });
}
