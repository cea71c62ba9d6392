import { useTranslation } from "react-i18next";
import { DeskPage } from "../components/DeskPage";
import { ApiKeys } from "./ApiKeys";

/** What only owners look after. */
export function SettingsScreen() {
  const { t } = useTranslation("deskSettings");
  return (
    <DeskPage title={t("title")} line={t("line")}>
      <ApiKeys />
    </DeskPage>
  );
}
