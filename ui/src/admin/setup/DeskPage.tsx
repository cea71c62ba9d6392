import { type ReactNode, useEffect } from "react";
import { OfflineBanner } from "../../components/Frame";
import { LanguageSwitch } from "../../components/LanguageSwitch";
import { Wordmark } from "../../components/Wordmark";
import { programmeName } from "../../i18n/programme";
import text from "../../styles/text.module.css";
import css from "./DeskPage.module.css";

interface DeskPageProps {
  title: string;
  intro?: string;
  /** The page took another's place, and the focus with it. */
  arrived?: boolean;
  children?: ReactNode;
}

const takeFocus = (heading: HTMLHeadingElement | null) => heading?.focus();

/** A sheet of paper for staff: one column on a phone, a picture beside it at a desk. */
export function DeskPage({ title, intro, arrived = false, children }: DeskPageProps) {
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
