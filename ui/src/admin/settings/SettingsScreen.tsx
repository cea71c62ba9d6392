import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { DeskPage } from "../components/DeskPage";
import { DeskTabs } from "../components/DeskTabs";
import { useAddress } from "../components/useAddress";
import { Webhooks } from "../webhooks/Webhooks";
import { ApiKeys } from "./ApiKeys";
import { MessageTexts } from "./MessageTexts";
import { ProgrammeTab } from "./ProgrammeTab";
import { ServerSettings } from "./ServerSettings";
import { StaffList } from "./StaffList";

const TABS = ["programme", "texts", "staff", "keys", "webhooks", "server"] as const;
const PANELS: Record<(typeof TABS)[number], ComponentType> = {
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
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get("tab")) ?? "programme";
  const Panel = PANELS[tab];
  return (
    <DeskPage title={t("title")} line={t("line")}>
      <DeskTabs
        label={t("title")}
        chosen={tab}
        onChoose={(value) => change({ tab: value === "programme" ? "" : value })}
        tabs={TABS.map((value) => ({ value, label: t(`${value}.title`) }))}
      >
        <Panel />
      </DeskTabs>
    </DeskPage>
  );
}
