import { useTranslation } from "react-i18next";
import { formatPoints } from "../../i18n/format";
import { Bars } from "../kit/Bars";
import type { SalesRow } from "./portal";

/** Every hour between the first and the last one with points now or before. */
function hoursOf(rows: readonly SalesRow[]) {
  const known = new Map(rows.map((row) => [row.hour ?? 0, row]));
  const [first, last] = [Math.min(...known.keys()), Math.max(...known.keys())];
  return Array.from({ length: last - first + 1 }, (_, place) => {
    const row = known.get(first + place);
    return { hour: first + place, points: row?.points ?? 0, before: row?.pointsBefore ?? 0 };
  });
}

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
