import { useTranslation } from "react-i18next";

const HOUR_MS = 3_600_000;
const DAY_H = 24;
/** An exchange that waits longer than this is late. */
const LATE_MS = DAY_H * HOUR_MS;

export const isLate = ({ created }: { created: string }) => Date.now() - Date.parse(created) > LATE_MS;

/** Formats the time since a moment in the largest unit that fits: 27 h, 3 d. */
export function useAge() {
  const { t } = useTranslation("admin");
  return (moment: string, now = Date.now()): string => {
    const minutes = Math.max(0, Math.floor((now - Date.parse(moment)) / 60_000));
    if (minutes < 60) return t("age.minutes", { n: minutes });
    const hours = Math.floor(minutes / 60);
    return hours < 3 * DAY_H ? t("age.hours", { n: hours }) : t("age.days", { n: Math.floor(hours / DAY_H) });
  };
}
