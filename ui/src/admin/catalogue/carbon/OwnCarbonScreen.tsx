import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../../api/programme";
import { Note } from "../../../kit/screen/Paper";
import { AdminPage } from "../../kit/AdminPage";
import { isSound, ownReportQuery } from "./carbon";
import { Report, usePeriod } from "./Report";

/** The report of saved CO2e for a partner's staff. */
export function OwnCarbonScreen() {
  const { t } = useTranslation("adminCarbon");
  const period = usePeriod();
  const programme = useQuery(programmeQuery());
  const report = useQuery({ ...ownReportQuery(period), enabled: isSound(period) });
  return (
    <AdminPage title={t("title")} line={t("ownLine")}>
      {programme.data && !programme.data.carbon && <Note>{t("ownOff")}</Note>}
      <Report period={period} path="/api/merchant/carbon-report" report={report} />
    </AdminPage>
  );
}
