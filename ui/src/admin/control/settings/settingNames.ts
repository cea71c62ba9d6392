import { useTranslation } from "react-i18next";

export const SETTING_NAMES = [
  "programmeName",
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
  "claims",
  "contact.email",
  "contact.phone",
  "contact.web",
] as const;

/** Formats a value: switches are on or off, and an empty value is a dash. */
export function useSettingValue() {
  const { t } = useTranslation("adminSettings");
  return (value: string) => {
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
