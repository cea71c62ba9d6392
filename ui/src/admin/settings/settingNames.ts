import { useTranslation } from "react-i18next";

const NAMES = [
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
  "twoPerson",
] as const;

/** What people call a setting. */
export function useSettingName() {
  const { t } = useTranslation("deskSettings");
  return (key: string) => {
    const known = NAMES.find((one) => one === key);
    return known ? t(`programme.names.${known}`) : key;
  };
}
