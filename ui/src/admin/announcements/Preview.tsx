import { useTranslation } from "react-i18next";
import { type Language, pageTagOf } from "../../i18n/language";
import { NotificationRow } from "../../member/notifications/NotificationRow";
import content from "../content/Content.module.css";
import css from "../desk.module.css";
import type { AnnouncementInput } from "./announcements";

/** The member's own line, with what is being typed. */
export function Preview({ draft, language }: { draft: AnnouncementInput; language: Language }) {
  const { t } = useTranslation("deskAnnouncements");
  const only = (text: AnnouncementInput["title"], nothing: string) => ({
    en: text[language] || text.en || nothing,
  });
  return (
    <section className={css.sunken}>
      <h2>{t("preview")}</h2>
      <p className={css.soft}>{t("previewNew")}</p>
      <ul className={content.preview} lang={pageTagOf(language)} inert>
        <NotificationRow
          notification={{
            _id: "",
            title: only(draft.title, t("fields.title")),
            body: only(draft.body, t("fields.body")),
            created: draft.sendAt ?? new Date().toISOString(),
            read: false,
          }}
        />
      </ul>
    </section>
  );
}
