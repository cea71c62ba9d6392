import { useTranslation } from "react-i18next";
import { TabbedPage } from "../components/TabbedPage";
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

/** What only owners look after. */
export function SettingsScreen() {
  const { t } = useTranslation("deskSettings");
  return (
    <TabbedPage
      title={t("title")}
      line={t("line")}
      tabs={TABS}
      labelOf={(tab) => t(`${tab}.title`)}
      panels={PANELS}
    />
  );
}
