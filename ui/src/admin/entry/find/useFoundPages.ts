import { useTranslation } from "react-i18next";
import { SlidersIcon } from "../../../kit/icons/icons-member";
import { SETTING_NAMES, useSettingName } from "../../control/settings/settingNames";
import { SETTINGS_TABS, tabsOf } from "../../control/settings/tabs";
import { adminPaths } from "../../paths";
import { may, type Role } from "../../roles";
import { ENTRIES, GROUPS } from "../frame/nav";
import { matches, type Result, type ResultGroup } from "./results";

/** Pages and settings whose names contain the search, as far as the role may open them. */
export function useFoundPages(q: string, role: Role): ResultGroup[] {
  const { t } = useTranslation("admin");
  const { t: settings } = useTranslation("adminSettings");
  const settingName = useSettingName();
  const groupName = (key: string | undefined) => {
    const group = GROUPS.find((one) => one.key === key);
    return group ? t(`groups.${group.key}`) : "";
  };
  const pages = ENTRIES.filter(({ needs }) => may(role, needs)).flatMap(
    ({ key, to, Icon, group }): Result[] => {
      const [title, line] = [t(`nav.${key}`), groupName(group)];
      // The search also compares the key, so that a page's English name finds it in every language.
      return matches(q, title, line, key) ? [{ title, line: line === title ? "" : line, to, Icon }] : [];
    },
  );
  const ofSettings = (title: string, tab: string): Result => ({
    title,
    line: t("nav.settings"),
    to: tab === SETTINGS_TABS[0] ? adminPaths.settings : `${adminPaths.settings}?tab=${tab}`,
    Icon: SlidersIcon,
  });
  const found = may(role, "readSettings")
    ? [
        ...tabsOf(role).map((tab) => ofSettings(settings(`${tab}.title`), tab)),
        ...SETTING_NAMES.map((name) => ofSettings(settingName(name), SETTINGS_TABS[0])),
      ].filter(({ title }) => matches(q, title))
    : [];
  return [
    { key: "pages", results: pages.slice(0, 6) },
    { key: "settings", results: found.slice(0, 4) },
  ];
}
