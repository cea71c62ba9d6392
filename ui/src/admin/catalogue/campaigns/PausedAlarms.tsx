import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button, ButtonLink } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Alarm } from "../../kit/Alarm";
import { useErrorText } from "../../kit/errorText";
import { useAction } from "../../kit/useAction";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { fuseChanged, type Paused, pausedQuery, resume } from "./codes";

/** Maximum single alarms on the dashboard (one elsewhere); the list shows the rest. */
const SHOWN = 3;

/** The campaigns that paused themselves, each with a button to resume it. */
export function PausedAlarms() {
  const { t } = useTranslation("admin");
  const { pathname } = useLocation();
  const home = ({ _id }: Paused) => recordPath(adminPaths.campaigns, _id) === pathname;
  const paused = useQuery(pausedQuery()).data ?? [];
  // The campaign that is open comes first.
  const inOrder = [...paused].sort((a, b) => Number(home(b)) - Number(home(a)));
  const shown = inOrder.slice(0, pathname === adminPaths.dashboard ? SHOWN : 1);
  const more = paused.length - shown.length;
  return (
    <>
      {shown.map((campaign, index) => (
        <PausedAlarm
          key={campaign._id}
          campaign={campaign}
          // Full text on the dashboard and on the campaign's own page.
          explained={index === 0 && (pathname === adminPaths.dashboard || home(campaign))}
          linked={!home(campaign)}
        />
      ))}
      {more > 0 && (
        <Alarm
          title={t("alarms.morePaused", { count: more })}
          action={
            <ButtonLink kind="quiet" small to={adminPaths.campaigns}>
              {t("alarms.open")}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

interface PausedAlarmProps {
  campaign: Paused;
  /** Explains also what resuming means. */
  explained: boolean;
  /** Shows a link to the campaign. */
  linked: boolean;
}

function PausedAlarm({ campaign, explained, linked }: PausedAlarmProps) {
  const { _id: id, name, pausedAt, scans } = campaign;
  const { t } = useTranslation("admin");
  const language = useLanguage();
  const say = useErrorText();
  const mayResume = useMay("runProgramme");
  const { busy, error, run } = useAction();
  const go = async () => {
    await resume(id);
    fuseChanged();
    showToast(t("alarms.resumed"));
  };
  return (
    <Alarm
      title={t("alarms.paused", { name: localized(name, language), at: formatDateTime(pausedAt, language) })}
      action={
        <>
          {linked && (
            <ButtonLink kind="quiet" small to={recordPath(adminPaths.campaigns, id)}>
              {t("alarms.look")}
            </ButtonLink>
          )}
          {mayResume && (
            <Button small busy={busy && t("alarms.resuming")} onClick={() => void run(go)}>
              {t("alarms.resume")}
            </Button>
          )}
        </>
      }
    >
      <p>{t("alarms.why", { count: scans, shown: formatPoints(scans) })}</p>
      {explained && <p>{t("alarms.meaning")}</p>}
      {error !== undefined && <p>{say(error)}</p>}
    </Alarm>
  );
}
