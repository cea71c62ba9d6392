import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { useMay } from "../../session";
import { ProgrammeForm } from "./ProgrammeForm";
import { settingsQuery } from "./programme";
import { SettingsHistory } from "./SettingsHistory";

/** The programme settings that owners edit, and their history. */
export function ProgrammeTab() {
  const { t } = useTranslation("adminSettings");
  const settings = useQuery(settingsQuery());
  const mayWrite = useMay("own");
  const mayReadHistory = useMay("readAccess");
  return (
    <>
      <Loaded of={settings} failed={t("programme.failed")} skeleton={<RowSkeleton count={6} />}>
        {({ value, etag }) => (
          <fieldset className={css.plainSet} disabled={!mayWrite}>
            {!mayWrite && <Note>{t("readOnly")}</Note>}
            <ProgrammeForm saved={value} etag={etag} />
          </fieldset>
        )}
      </Loaded>
      {mayReadHistory && <SettingsHistory />}
    </>
  );
}
