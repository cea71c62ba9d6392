import { useTranslation } from "react-i18next";
import { DeskPage } from "../components/DeskPage";
import { DeskTabs } from "../components/DeskTabs";
import { useAddress } from "../components/useAddress";
import { ApiKeys } from "./ApiKeys";
import { StaffList } from "./StaffList";

const TABS = ["staff", "keys"] as const;

/** What only owners look after. */
export function SettingsScreen() {
  const { t } = useTranslation("deskSettings");
  const { get, change } = useAddress();
  const tab = TABS.find((one) => one === get("tab")) ?? "staff";
  return (
    <DeskPage title={t("title")} line={t("line")}>
      <DeskTabs
        label={t("title")}
        chosen={tab}
        onChoose={(value) => change({ tab: value === "staff" ? "" : value })}
        tabs={TABS.map((value) => ({ value, label: t(`${value}.title`) }))}
      >
        {tab === "staff" ? <StaffList /> : <ApiKeys />}
      </DeskTabs>
    </DeskPage>
  );
}
