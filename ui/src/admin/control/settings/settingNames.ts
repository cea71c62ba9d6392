import { useTranslation } from "react-i18next";
import type { components } from "../../../api/schema";
import { useLanguage } from "../../../i18n/language";
import { weekdayName } from "../../../shared/weekdays";

type OpeningHours = components["schemas"]["OpeningHours"];

export const SETTING_NAMES = [
  "programmeName",
  "logo",
  "colours.points",
  "colours.actions",
  "pointsPerHkd",
  "pointValueHkd",
  "referralBonus",
  "transfers.perDay",
  "transfers.pointsPerDay",
  "transfers.freshAbove",
  "awards.perPartner",
  "awards.perMember",
  "carbon",
  "goals",
  "counterCodes",
  "twoPerson",
  "supportLimit",
  "claims",
  "contact.email",
  "contact.phone",
  "contact.web",
  "contact.address.en",
  "contact.address.zh",
  "contact.address.zhhk",
  "contact.hours",
] as const;

/** Formats a value: switches are on or off, hours are lines, and an empty value is a dash. */
export function useSettingValue() {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  return (value: string) => {
    // Hours are the only setting that is a list.
    if (value.startsWith("[{"))
      return (JSON.parse(value) as OpeningHours[])
        .map(({ days, from, until }) => {
          const named = days.map((day) => weekdayName(day, language)).join(" ");
          return `${named} ${from}–${until}`;
        })
        .join("; ");
    if (value === "true") return t("staff.yes");
    if (value === "false") return t("staff.no");
    return value || "–";
  };
}

/** The label of a setting. */
export function useSettingName() {
  const { t } = useTranslation("adminSettings");
  return (key: string) => {
    const known = SETTING_NAMES.find((one) => one === key);
    return known ? t(`programme.names.${known}`) : key;
  };
}
