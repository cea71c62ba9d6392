import { useTranslation } from "react-i18next";
import type { Notification } from "../api/inbox";
import { formatDateTime } from "../i18n/format";
import { localized, tongueOf, useLanguage } from "../i18n/language";
import { classes } from "../kit/classes";
import { BellIcon } from "../kit/icons/icons-home";
import { Puck } from "../kit/screen/Row";
import text from "../kit/styles/text.module.css";
import css from "./NotificationRow.module.css";

/** The text and time of a notification. Bold and with a dot until the member has seen it. */
export function NotificationRow({ notification }: { notification: Notification }) {
  const { t } = useTranslation("notifications");
  const language = useLanguage();
  const { title, body, created, read } = notification;
  return (
    <li className={classes(css.row, !read && css.unread)}>
      <Puck tone={read ? "plain" : "out"}>
        <BellIcon size={20} />
      </Puck>
      <div>
        <h2 lang={tongueOf(title, language)}>{localized(title, language)}</h2>
        <p className={css.body} lang={tongueOf(body, language)}>
          {localized(body, language)}
        </p>
        <p className={css.time}>
          <time dateTime={created}>{formatDateTime(created, language)}</time>
        </p>
      </div>
      {!read && (
        <i className={css.dot}>
          <span className={text.sr}>{t("unread")}</span>
        </i>
      )}
    </li>
  );
}
