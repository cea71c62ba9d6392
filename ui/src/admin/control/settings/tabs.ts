import { may, type Permission, type Role } from "../../roles";

/** The tabs of the settings; owners see all. */
export const SETTINGS_TABS = ["programme", "texts", "terms", "staff", "keys", "webhooks", "server"] as const;

export type SettingsTab = (typeof SETTINGS_TABS)[number];

const NEEDS = {
  programme: "readSettings",
  texts: "readSettings",
  terms: "readSettings",
  staff: "readAccess",
  keys: "readAccess",
  webhooks: "readAccess",
  server: "readAccess",
} as const satisfies Record<SettingsTab, Permission>;

/** The tabs that a role may open. The first one is open to everybody who reaches the screen. */
export function tabsOf(role: Role): readonly [SettingsTab, ...SettingsTab[]] {
  const [first, ...others] = SETTINGS_TABS;
  return [first, ...others.filter((tab) => may(role, NEEDS[tab]))];
}
