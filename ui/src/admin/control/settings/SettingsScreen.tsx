import { useTranslation } from "react-i18next";
import { TabbedPage } from "../../kit/TabbedPage";
import { may, type Permission } from "../../roles";
import { useMe } from "../../session";
import { Webhooks } from "../webhooks/Webhooks";
import { ApiKeys } from "./ApiKeys";
import { MessageTexts } from "./MessageTexts";
import { ProgrammeTab } from "./ProgrammeTab";
import { ServerSettings } from "./ServerSettings";
import { StaffList } from "./StaffList";

const TABS = ["programme", "texts", "staff", "keys", "webhooks", "server"] as const;
const PANELS = {
  programme: ProgrammeTab,
  texts: MessageTexts,
  staff: StaffList,
  keys: ApiKeys,
  webhooks: Webhooks,
  server: ServerSettings,
};

/** Tabs that roles other than owner may open. */
const NEEDS = {
  programme: "readSettings",
  texts: "readSettings",
  staff: "readAccess",
  keys: "readAccess",
  webhooks: "readAccess",
  server: "readAccess",
} as const satisfies Record<(typeof TABS)[number], Permission>;

/** Settings that only owners change and some other roles read. */
export function SettingsScreen() {
  const { t } = useTranslation("adminSettings");
  const { role } = useMe();
  const [first, ...others] = TABS;
  return (
    <TabbedPage
      title={t("title")}
      line={t("line")}
      tabs={[first, ...others.filter((tab) => may(role, NEEDS[tab]))]}
      labelOf={(tab) => t(`${tab}.title`)}
      panels={PANELS}
    />
  );
}
