import { useTranslation } from "react-i18next";
import { TabbedPage } from "../../kit/TabbedPage";
import { useMay } from "../../session";
import { ServerSettings } from "../settings/ServerSettings";
import { HealthTab } from "./HealthTab";
import { LogTab } from "./LogTab";
import { RequestsTab } from "./RequestsTab";

const TABS = ["health", "requests", "log"] as const;
const PANELS = {
  health: HealthTab,
  requests: RequestsTab,
  log: LogTab,
  settings: ServerSettings,
};
const NARROWED = { level: "", outcome: "", q: "" } as const;

/** The state of the installation, and recent events. */
export function DiagnosticsScreen() {
  const { t } = useTranslation("adminDiagnostics");
  // Only owners may see the startup settings of the server.
  const tabs = useMay("own") ? ([...TABS, "settings"] as const) : TABS;
  return (
    <TabbedPage<keyof typeof PANELS>
      title={t("title")}
      line={t("line")}
      tabs={tabs}
      labelOf={(tab) => t(`tabs.${tab}`)}
      panels={PANELS}
      left={NARROWED}
    />
  );
}
