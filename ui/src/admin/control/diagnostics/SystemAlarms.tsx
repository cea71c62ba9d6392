import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { Alarm } from "../../kit/Alarm";
import { adminPaths } from "../../paths";
import { type Alarm as Alarmed, alarmsQuery, formatBytes } from "./diagnostics";

const WARNS: readonly Alarmed["kind"][] = ["diskNearlyFull", "backupOld", "smsBudgetSoon"];

/** Problems of the installation, for those who can fix them. */
export function SystemAlarms() {
  const { t } = useTranslation("admin");
  const language = useLanguage();
  const { pathname } = useLocation();
  const alarms = useQuery(alarmsQuery()).data ?? [];
  const place = (kind: Alarmed["kind"]) =>
    kind.startsWith("sms") ? adminPaths.messages : adminPaths.diagnostics;
  return alarms.map(({ kind, newest, free, sms }) => (
    <Alarm
      key={kind}
      tone={WARNS.includes(kind) ? "pollen" : "plum"}
      title={t(`alarms.system.${kind}`, { free: formatBytes(free ?? 0) })}
      action={
        pathname !== place(kind) && (
          <ButtonLink kind="quiet" small to={place(kind)}>
            {t("alarms.look")}
          </ButtonLink>
        )
      }
    >
      {kind.startsWith("backup") && (
        <p>
          {newest ? t("alarms.newestBackup", { at: formatDateTime(newest, language) }) : t("alarms.noBackup")}
        </p>
      )}
      {sms && (
        <p>{t("alarms.smsSpent", { parts: formatPoints(sms.parts), budget: formatPoints(sms.budget) })}</p>
      )}
      <p>{t(`alarms.systemMeans.${kind}`)}</p>
    </Alarm>
  ));
}
