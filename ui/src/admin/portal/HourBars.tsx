import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { Bars } from "../kit/Bars";
import { hoursOf } from "./hoursOf";
import type { SalesRow } from "./portal";

/** Points by hour of the day, with a line for the period before. */
export function HourBars({ rows, label }: { rows: readonly SalesRow[]; label: string }) {
  const { t } = useTranslation("portal");
  return (
    <Bars
      label={label}
      heads={[t("hour"), t("points"), t("before")]}
      bars={(rows.length === 0 ? [] : hoursOf(rows)).map(({ hour, points, before }) => ({
        key: String(hour),
        label: `${String(hour).padStart(2, "0")}:00`,
        value: points,
        shown: formatPoints(points),
        before,
        beforeShown: formatPoints(before),
      }))}
    />
  );
}
