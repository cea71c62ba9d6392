import type { ReactNode } from "react";
import { OfflineBanner } from "../../components/Frame";
import { LanguageSwitch } from "../../components/LanguageSwitch";
import { Wordmark } from "../../components/Wordmark";
import text from "../../styles/text.module.css";
import css from "./Way.module.css";

/** A sheet of paper on the way in to the counter. */
export function Way({ title, intro, children }: { title: string; intro?: string; children: ReactNode }) {
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
