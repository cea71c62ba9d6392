import { useTranslation } from "react-i18next";
import { fullName } from "../../members/names";
import type { AdminAlarm, AlarmThreshold } from "./alarms";

const percent = (part: number, all: number) => Math.round((part * 100) / Math.max(1, all));

/** The reason of an alarm in words, and how it differs from the usual. */
export function useAlarmWords() {
  const { t } = useTranslation("adminAlarms");
  const values = (alarm: AdminAlarm) => ({
    count: alarm.counted,
    all: alarm.ofAll,
    percent: percent(alarm.counted, alarm.ofAll),
    usual: alarm.usual,
    days: t("days", { count: alarm.days }),
    cashier: alarm.by ?? "–",
    member: fullName(alarm.member),
  });
  return {
    reason: (alarm: AdminAlarm) => t(`reason.${alarm.kind}`, values(alarm)),
    usual: (alarm: AdminAlarm) => t(`usual.${alarm.kind}`, values(alarm)),
    threshold: (kind: AdminAlarm["kind"], { on, from, bills, days }: AlarmThreshold) =>
      on ? t(`threshold.${kind}`, { from, bills, days: t("days", { count: days }) }) : t("threshold.off"),
  };
}
