import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import admin from "../../admin.module.css";
import { formatHkd, issuedQuery } from "../../money/reports/reports";
import { useMay } from "../../session";
import { IssuedDialog } from "./IssuedDialog";
import css from "./Rules.module.css";
import type { Rule } from "./rules";

/** The points that all rules gave lately, and how all points issued in the same weeks add up. */
export function RulesSum({ of }: { of: readonly Rule[] }) {
  const { t } = useTranslation("adminRules");
  const mayRead = useMay("readReports");
  const [open, setOpen] = useState(false);
  const { data: issued } = useQuery({ ...issuedQuery(), enabled: mayRead });
  const points = of.reduce((sum, { recentPoints }) => sum + recentPoints, 0);
  const cents = of.reduce((sum, { recentHkd }) => sum + Math.round(Number(recentHkd) * 100), 0);
  const hkd = formatHkd((cents / 100).toFixed(2));
  const codes = issued?.parts.find(({ by }) => by === "campaignCodes")?.points;
  return (
    <div className={css.foot}>
      <p>
        {t("sum", { points: formatPoints(points), hkd })}{" "}
        {codes !== undefined && t("issued.codes", { points: formatPoints(codes) })}
      </p>
      {issued && (
        <button type="button" className={admin.quietLink} onClick={() => setOpen(true)}>
          {t("issued.open", { points: formatPoints(issued.points) })}
        </button>
      )}
      {open && issued && <IssuedDialog issued={issued} onClose={() => setOpen(false)} />}
    </div>
  );
}
