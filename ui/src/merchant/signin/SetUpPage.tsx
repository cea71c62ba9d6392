import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { localized, useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import { LanguageSwitch } from "../../kit/form/LanguageSwitch";
import { OfflineBanner } from "../../kit/screen/Frame";
import { Wordmark } from "../../kit/screen/Wordmark";
import counter from "../Counter.module.css";
import entry from "./EntryPage.module.css";
import css from "./SetUp.module.css";
import type { TillLink } from "./tillLink";

interface SetUpPageProps {
  /** The link, once the server has told its partner. */
  link: TillLink | undefined;
  children: ReactNode;
}

/** The frame of the set-up: the bar of the partner's tills, or the programme's name as long as no partner is known. */
export function SetUpPage({ link, children }: SetUpPageProps) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  return (
    <>
      {link ? (
        <header className={counter.bar}>
          {link.partner.logo && <img src={link.partner.logo} alt="" width={40} height={40} />}
          <p className={css.who}>
            <b>{localized(link.partner.name, language)}</b>
            <small>{t(link.state === "fresh" ? "enrol.newTill" : "enrol.notYet")}</small>
          </p>
          <LanguageSwitch cover />
        </header>
      ) : (
        <header className={classes(entry.head, css.head)}>
          <Wordmark height={32} />
          <LanguageSwitch />
        </header>
      )}
      <OfflineBanner />
      <div className={entry.page}>
        <main className={css.main}>{children}</main>
      </div>
    </>
  );
}
