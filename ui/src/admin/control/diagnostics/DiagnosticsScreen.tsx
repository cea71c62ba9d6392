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

/** How the installation fares, and what happened lately. */
export function DiagnosticsScreen() {
  const { t } = useTranslation("deskDiagnostics");
  // What the server was started with is the owners' to see.
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
