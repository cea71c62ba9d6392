import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import own from "./Alarms.module.css";
import type { AlarmPage, AlarmStep } from "./alarms";
import { useAlarmWords } from "./useAlarmWords";

/** The decisions about this alarm, and about earlier alarms of the same subject. */
export function AlarmHistory({ page: { alarm, steps, earlier } }: { page: AlarmPage }) {
  const { t } = useTranslation("adminAlarms");
  const words = useAlarmWords();
  const done = steps.filter(({ what }) => what !== "raised");
  if (done.length === 0 && earlier.length === 0) return null;
  return (
    <section className={own.part}>
      <h3>{t("before")}</h3>
      <ul className={own.trail}>
        {done.toReversed().map((step) => (
          <Step key={`${alarm._id} ${step.created} ${step.what}`} step={step} />
        ))}
        {earlier.map((one) =>
          one.steps
            .filter(({ what }) => what !== "raised")
            .toReversed()
            .map((step) => (
              <Step
                key={`${one.alarm._id} ${step.created} ${step.what}`}
                step={step}
                about={words.reason(one.alarm)}
              />
            )),
        )}
      </ul>
    </section>
  );
}

function Step({ step, about }: { step: AlarmStep; about?: string }) {
  const { t } = useTranslation("adminAlarms");
  const language = useLanguage();
  const { what, by, note, points, created } = step;
  return (
    <li>
      <time dateTime={created}>{formatDate(created, language)}</time>
      <div>
        {about && <span className={css.soft}>{about}</span>}
        <span>
          {t(`step.${what}`, { by: by ?? t("server"), points: formatPoints(points), count: points })}
        </span>
        {note && <q>{note}</q>}
      </div>
    </li>
  );
}
