import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RowSkeleton } from "../../components/Skeletons";
import { Loaded } from "../../components/States";
import { ProgrammeForm } from "./ProgrammeForm";
import { settingsQuery } from "./programme";
import { SettingsHistory } from "./SettingsHistory";

/** What owners decide about the programme, and how it came to be so. */
export function ProgrammeTab() {
  const { t } = useTranslation("deskSettings");
  const settings = useQuery(settingsQuery());
  return (
    <>
      <Loaded of={settings} failed={t("programme.failed")} skeleton={<RowSkeleton count={6} />}>
        {({ value, etag }) => <ProgrammeForm saved={value} etag={etag} />}
      </Loaded>
      <SettingsHistory />
    </>
  );
}
