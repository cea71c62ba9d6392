import { useLayoutEffect, useRef } from "react";
import css from "./ArticleHtml.module.css";
import { cleanHtml } from "./cleanHtml";

/** The only place of the app that shows HTML from the server. */
export function ArticleHtml({ html, lang }: { html: string; lang?: string | undefined }) {
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    place.current?.replaceChildren(cleanHtml(html));
  }, [html]);
  return <div className={css.html} lang={lang} ref={place} />;
}
