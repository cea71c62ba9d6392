import { useTranslation } from "react-i18next";
import { formatDay } from "../../i18n/format";
import { localized, pageTagOf, useLanguage } from "../../i18n/language";
import type { Sales, SalesRow } from "./portal";

/** The words of the portal that several pages use. */
export function usePortalWords() {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const noon = (day: string) => `${day}T04:00:00Z`;
  const weekday = (day: string) =>
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), {
      weekday: "long",
      timeZone: "Asia/Hong_Kong",
    }).format(new Date(noon(day)));
  return {
    weekday,
    /** The days of a period: 12 Mar, or 9 Mar – 15 Mar. */
    days: ({ from, to }: Pick<Sales, "from" | "to">) =>
      from === to
        ? formatDay(noon(from), language)
        : `${formatDay(noon(from), language)} – ${formatDay(noon(to), language)}`,
    /** The words for the time with which a period is compared. */
    against: ({ period, from }: Pick<Sales, "period" | "from">) =>
      t(`against.${period}`, { weekday: weekday(from) }),
    outlet: ({ name }: SalesRow) => (name ? localized(name, language) : t("noTill")),
  };
}
