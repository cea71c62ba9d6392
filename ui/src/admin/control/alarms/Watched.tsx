import { useTranslation } from "react-i18next";
import css from "../../admin.module.css";
import own from "./Alarms.module.css";
import type { AlarmSettings } from "./alarms";
import { KINDS } from "./thresholds";
import { useAlarmWords } from "./useAlarmWords";

/** The six patterns, each with the numbers at which it raises an alarm. */
export function Watched({ settings }: { settings: AlarmSettings }) {
  const { t } = useTranslation("adminAlarms");
  const words = useAlarmWords();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t(settings.on ? "watched" : "watchedOff")}</h2>
        <span className={css.soft}>{t("patterns", { count: KINDS.length })}</span>
      </div>
      <dl className={own.watched}>
        {KINDS.map(([kind, name]) => (
          <div key={kind}>
            <dt>{t(`short.${kind}`)}</dt>
            <dd>{words.threshold(kind, settings[name])}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
