import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { DeskPage } from "../components/DeskPage";
import { DeskTabs } from "../components/DeskTabs";
import { useAddress } from "../components/useAddress";
import { useMay } from "../session";
import { ServerSettings } from "../settings/ServerSettings";
import { HealthTab } from "./HealthTab";
import { LogTab } from "./LogTab";
import { RequestsTab } from "./RequestsTab";

const TABS = ["health", "requests", "log", "settings"] as const;
const PANELS: Record<(typeof TABS)[number], ComponentType> = {
  health: HealthTab,
  requests: RequestsTab,
  log: LogTab,
  settings: ServerSettings,
};

/** How the installation fares, and what happened lately. */
export function DiagnosticsScreen() {
  const { t } = useTranslation("deskDiagnostics");
  const { get, change } = useAddress();
  // What the server was started with is the owners' to see.
  const shown = useMay("own") ? TABS : TABS.filter((tab) => tab !== "settings");
  const tab = shown.find((one) => one === get("tab")) ?? "health";
  const Panel = PANELS[tab];
  return (
    <DeskPage title={t("title")} line={t("line")}>
      <DeskTabs
        label={t("title")}
        chosen={tab}
        onChoose={(value) => change({ tab: value === "health" ? "" : value, level: "", outcome: "", q: "" })}
        tabs={shown.map((value) => ({ value, label: t(`tabs.${value}`) }))}
      >
        <Panel />
      </DeskTabs>
    </DeskPage>
  );
}
