import { useTranslation } from "react-i18next";
import { Check } from "../../../kit/form/Choice";
import css from "../../admin.module.css";
import type { AnnouncementInput } from "./announcements";

interface ChannelFieldsProps {
  draft: AnnouncementInput;
  disabled: boolean;
  onChange(change: Pick<AnnouncementInput, "marketing" | "byEmail">): void;
}

/** The choices whether the announcement is marketing, and whether it is also sent by email. */
export function ChannelFields({ draft, disabled, onChange }: ChannelFieldsProps) {
  const { t } = useTranslation("adminAnnouncements");
  const { marketing = false, byEmail = false } = draft;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("ways.title")}</h2>
      </div>
      <Check
        wide
        name="marketing"
        checked={marketing}
        disabled={disabled}
        onChange={(on) => onChange({ marketing: on })}
      >
        {t("fields.marketing")}
      </Check>
      <Check
        wide
        name="byEmail"
        checked={byEmail}
        disabled={disabled}
        onChange={(on) => onChange({ byEmail: on })}
      >
        {t("fields.byEmail")}
      </Check>
      <p className={css.soft}>{t(marketing ? "ways.offers" : "ways.news")}</p>
    </section>
  );
}
