import { type ReactNode, useEffect } from "react";
import { programmeName } from "../../../device/programmeName";
import { LanguageSwitch } from "../../../kit/form/LanguageSwitch";
import { OfflineBanner } from "../../../kit/screen/Frame";
import { Wordmark } from "../../../kit/screen/Wordmark";
import text from "../../../kit/styles/text.module.css";
import css from "./EntryPage.module.css";

interface EntryPageProps {
  title: string;
  intro?: string;
  /** The page replaced another one and should take the focus. */
  arrived?: boolean;
  children?: ReactNode;
}

const takeFocus = (heading: HTMLHeadingElement | null) => heading?.focus();

/** The frame of the staff sign-in pages: one column on a phone, a picture beside it on a desktop. */
export function EntryPage({ title, intro, arrived = false, children }: EntryPageProps) {
  useEffect(() => {
    document.title = `${title} · ${programmeName}`;
  }, [title]);
  return (
    <div className={css.page}>
      <div className={css.picture} />
      <div className={css.side}>
        <OfflineBanner />
        <header className={css.head}>
          <Wordmark height={36} />
          <LanguageSwitch />
        </header>
        <main className={css.main}>
          <h1 className={text.t1} tabIndex={-1} ref={arrived ? takeFocus : null}>
            {title}
          </h1>
          {intro && <p className={css.intro}>{intro}</p>}
          {children}
        </main>
      </div>
    </div>
  );
}
