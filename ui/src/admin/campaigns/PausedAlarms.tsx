import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { useLocation } from "react-router";
import { Button, ButtonLink } from "../../components/Button";
import { showToast } from "../../components/Toaster";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { Alarm } from "../components/Alarm";
import { useTrouble } from "../components/trouble";
import { useDeed } from "../components/useDeed";
import { desk, recordPath } from "../paths";
import { useMay } from "../session";
import { fuseChanged, type Paused, pausedQuery, resume } from "./codes";

/** So many have an alarm of their own; the list has the others. */
const SHOWN = 2;

/** The campaigns that have paused themselves, each with one tap to go on. */
export function PausedAlarms() {
  const { t } = useTranslation("desk");
  const paused = useQuery(pausedQuery()).data ?? [];
  const more = paused.length - SHOWN;
  return (
    <>
      {paused.slice(0, SHOWN).map((campaign) => (
        <PausedAlarm key={campaign._id} campaign={campaign} />
      ))}
      {more > 0 && (
        <Alarm
          title={t("alarms.morePaused", { count: more })}
          action={
            <ButtonLink kind="quiet" small to={desk.campaigns}>
              {t("alarms.open")}
            </ButtonLink>
          }
        />
      )}
    </>
  );
}

function PausedAlarm({ campaign: { _id: id, name, pausedAt, scans } }: { campaign: Paused }) {
  const { t } = useTranslation("desk");
  const language = useLanguage();
  const say = useTrouble();
  const mayResume = useMay("runProgramme");
  const { busy, error, run } = useDeed();
  const { pathname } = useLocation();
  const home = recordPath(desk.campaigns, id);
  const go = async () => {
    fuseChanged(id, await resume(id));
    showToast(t("alarms.resumed"));
  };
  return (
    <Alarm
      title={t("alarms.paused", { name: localized(name, language), at: formatDateTime(pausedAt, language) })}
      action={
        <>
          {pathname !== home && (
            <ButtonLink kind="quiet" small to={home}>
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
      {/* At length where somebody looks into it. */}
      {(pathname === home || pathname === desk.dashboard) && <p>{t("alarms.meaning")}</p>}
      {error !== undefined && <p>{say(error)}</p>}
    </Alarm>
  );
}
