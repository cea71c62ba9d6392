import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { programmeName } from "../../../device/programmeName";
import { type Language, pageTagOf } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import css from "../../admin.module.css";
import own from "./Preview.module.css";

interface PushPreviewProps {
  note: components["schemas"]["ShownWords"];
  language: Language;
}

/** A push notification as phones show it: one line each on the lock screen, and expanded. */
export function PushPreview({ note, language }: PushPreviewProps) {
  const { t } = useTranslation("adminAnnouncements");
  return (["folded", "open"] as const).map((how) => (
    <figure key={how} className={own.phone}>
      <figcaption className={css.two}>{t(`previews.push.${how}`)}</figcaption>
      <div className={classes(own.note, how === "folded" && own.folded)} lang={pageTagOf(language)}>
        <img src="/icons/icon-192.png" alt="" width={36} height={36} />
        <div>
          <small>{programmeName}</small>
          <b>{note.title || t("fields.title")}</b>
          <p>{note.body || t("fields.body")}</p>
        </div>
      </div>
    </figure>
  ));
}
