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

/** So many have an alarm of their own on the dashboard, and one elsewhere; the list has the others. */
const SHOWN = 3;

/** The campaigns that have paused themselves, each with one tap to go on. */
export function PausedAlarms() {
  const { t } = useTranslation("desk");
  const { pathname } = useLocation();
  const home = ({ _id }: Paused) => recordPath(adminPaths.campaigns, _id) === pathname;
  const paused = useQuery(pausedQuery()).data ?? [];
  // The one that somebody looks at before the others.
  const inOrder = [...paused].sort((a, b) => Number(home(b)) - Number(home(a)));
  const shown = inOrder.slice(0, pathname === adminPaths.dashboard ? SHOWN : 1);
  const more = paused.length - shown.length;
  return (
    <>
      {shown.map((campaign, index) => (
        <PausedAlarm
          key={campaign._id}
          campaign={campaign}
          // At length where somebody looks into it.
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
  /** Says what resuming means as well. */
  explained: boolean;
  /** Leads to the campaign. */
  linked: boolean;
}

function PausedAlarm({ campaign, explained, linked }: PausedAlarmProps) {
  const { _id: id, name, pausedAt, scans } = campaign;
  const { t } = useTranslation("desk");
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
