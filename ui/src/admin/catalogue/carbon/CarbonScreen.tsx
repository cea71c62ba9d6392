import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { programmeQuery } from "../../../api/programme";
import { formatPoints } from "../../../i18n/format";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { AdminPage } from "../../kit/AdminPage";
import { useAddress } from "../../kit/useAddress";
import { PartnerFilter } from "../../money/reports/PartnerFilter";
import { useMay } from "../../session";
import { factorsQuery, isSound, isSourced, reportQuery } from "./carbon";
import { FactorDialog } from "./FactorDialog";
import { Factors } from "./Factors";
import { Report, usePeriod } from "./Report";

/** The factors of saved CO2e, and the report of all partners. */
export function CarbonScreen() {
  const { t } = useTranslation("adminCarbon");
  const [adding, setAdding] = useState(false);
  const programme = useQuery(programmeQuery());
  const mayChange = useMay("runProgramme");
  const mayReport = useMay("readReports");
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        mayChange && (
          <Button small onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        )
      }
    >
      {programme.data && !programme.data.carbon && <Note>{t("off")}</Note>}
      {mayReport && <ProgrammeReport />}
      <Factors mayChange={mayChange} />
      {adding && <FactorDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

function ProgrammeReport() {
  const { t } = useTranslation("adminCarbon");
  const { get, change } = useAddress();
  const partner = get("partner");
  const period = { ...usePeriod(), ...(partner ? { partner } : {}) };
  const report = useQuery({ ...reportQuery(period), enabled: isSound(period) });
  const factors = useQuery(factorsQuery()).data ?? [];
  const unsourced = factors.filter(
    ({ versions: [newest] }) => newest && newest.grams !== "0" && !isSourced(newest),
  );
  return (
    <Report
      period={period}
      path="/api/admin/carbon/report"
      report={report}
      shared
      facts={[[t("unsourced"), formatPoints(unsourced.length)]]}
    >
      <PartnerFilter chosen={partner} onChoose={(id) => change({ partner: id })} />
    </Report>
  );
}
