import { useTranslation } from "react-i18next";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { noonOf } from "../../members/claims/claims";
import own from "./Alarms.module.css";
import type { AlarmPage } from "./alarms";

/** Days that fit beside each other, the newest. */
const DAYS = 5;
const [WIDTH, HEIGHT, COLUMN, BAR] = [330, 116, 66, 46];
const [FLOOR, ROOM] = [96, 72];

/** The evidence of the last days: how many transactions, and how many points. */
export function DayBars({ days: all }: { days: AlarmPage["perDay"] }) {
  const { t } = useTranslation("adminAlarms");
  const language = useLanguage();
  const days = all.slice(-DAYS);
  const most = Math.max(1, ...days.map(({ count }) => count));
  const words = days.map(({ day, count, points }) => ({
    day: formatDay(noonOf(day), language),
    said: t("dayBar", { count, points: formatPoints(points) }),
    height: Math.max(4, (count / most) * ROOM),
    most: count === most,
  }));
  if (days.length < 2) return null;
  return (
    <svg
      className={own.chart}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={words.map(({ day, said }) => `${day}: ${said}`).join("; ")}
    >
      {words.map(({ day, said, height, most: highest }, index) => (
        <g key={day} transform={`translate(${index * COLUMN + COLUMN / 2} 0)`}>
          <rect
            className={highest ? own.most : own.bar}
            x={-BAR / 2}
            y={FLOOR - height}
            width={BAR}
            height={height}
            rx="4"
          />
          <text y={FLOOR - height - 6} className={own.said}>
            {said}
          </text>
          <text y={FLOOR + 16}>{day}</text>
        </g>
      ))}
    </svg>
  );
}
