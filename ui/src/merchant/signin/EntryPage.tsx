import type { ReactNode } from "react";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { OfflineBanner } from "../../kit/screen/Frame";
import { Wordmark } from "../../kit/screen/Wordmark";
import text from "../../kit/styles/text.module.css";
import css from "./EntryPage.module.css";

/** The frame of the screens before sign-in. */
export function EntryPage({
  title,
  intro,
  children,
}: {
  title: string;
  intro?: string;
  children: ReactNode;
}) {
  return (
    <div className={css.page}>
      <OfflineBanner />
      <header className={css.head}>
        <Wordmark height={32} />
        <LanguageSwitch />
      </header>
      <main className={css.main}>
        <h1 className={text.t1}>{title}</h1>
        {intro && <p className={css.intro}>{intro}</p>}
        {children}
      </main>
    </div>
  );
}
