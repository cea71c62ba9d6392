import { useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatDay, formatPoints } from "../../../i18n/format";
import { type Language, pageTagOf, useLanguage } from "../../../i18n/language";
import { type Bucket, buckets, moved, type ReportDay, roundUp, type Step, stepFor } from "./buckets";
import css from "./Charts.module.css";
import {
  ALONE,
  AREA,
  BARS,
  compact,
  HEIGHT,
  LABEL,
  LEFT,
  middle,
  type PartProps,
  pitch,
  RIGHT,
} from "./geometry";
import { Moved } from "./Moved";
import { useWidth } from "./useWidth";

interface FlowChartProps {
  days: readonly ReportDay[];
  /** True if the liability is known and drawn. */
  owed?: boolean;
  /** As many days before, marked on the columns for comparison. */
  before?: readonly ReportDay[] | undefined;
  /** True if the last day has not ended yet. */
  partial?: boolean;
}

export function bucketName({ from }: Bucket, step: Step, language: Language): string {
  const noon = `${from}T04:00:00Z`;
  if (step !== "month") return formatDay(noon, language);
  return new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), {
    month: "short",
    year: "2-digit",
    timeZone: "Asia/Hong_Kong",
  }).format(new Date(noon));
}

/** The liability as a line, and below it the points issued and spent per column. */
export function FlowChart({ days, owed = true, before, partial = false }: FlowChartProps) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const step = stepFor(days.length);
  const up = owed ? 0 : ALONE;
  const height = HEIGHT - up;
  const columns = buckets(days, step);
  const earlier = before && buckets(moved(before, days), step);
  const sum = (of: (bucket: Bucket) => number) =>
    formatPoints(columns.reduce((all, one) => all + of(one), 0));
  const summary = t("chart.summary", {
    issued: sum(({ issued }) => issued),
    redeemed: sum(({ redeemed }) => redeemed),
    expired: sum(({ expired }) => expired),
    from: formatPoints(columns[0]?.outstanding ?? 0),
    to: formatPoints(columns.at(-1)?.outstanding ?? 0),
  });
  return (
    <div ref={box} className={css.box}>
      {width > 0 && columns.length > 0 && (
        <svg
          className={css.chart}
          role="img"
          aria-label={summary}
          width={width}
          height={height}
          viewBox={`0 ${up} ${width} ${height}`}
        >
          {owed && <Owed columns={columns} width={width} />}
          <Moved columns={columns} earlier={earlier} width={width} step={step} partial={partial} />
          <Days columns={columns} width={width} step={step} />
          {columns.map((column, at) => (
            <g key={column.from}>
              <title>{`${bucketName(column, step, language)}: ${t("chart.column", {
                issued: formatPoints(column.issued),
                redeemed: formatPoints(column.redeemed),
                expired: formatPoints(column.expired),
                outstanding: formatPoints(column.outstanding),
              })}`}</title>
              <rect
                className={css.hover}
                x={LEFT + at * pitch(width, columns.length)}
                y={AREA.top + up}
                width={pitch(width, columns.length)}
                height={BARS.top + BARS.height - AREA.top - up}
              />
            </g>
          ))}
        </svg>
      )}
    </div>
  );
}

function Owed({ columns, width }: PartProps) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  // In points where no value in HK$ fits.
  const inHkd = columns.every(({ liability }) => liability !== undefined);
  const values = columns.map(({ outstanding, liability }) => (inHkd ? (liability ?? 0) : outstanding));
  const top = roundUp(Math.max(...values));
  const floor = AREA.top + AREA.height;
  const y = (value: number) => floor - (Math.max(0, value) / top) * AREA.height;
  const points = values.map((value, at) => [middle(at, width, columns.length), y(value)] as const);
  const line = points
    .map(([px, py], at) => `${at === 0 ? "M" : "L"}${px.toFixed(1)} ${py.toFixed(1)}`)
    .join("");
  const [first, last] = [points[0], points.at(-1)];
  if (!first || !last) return null;
  const now = values.at(-1) ?? 0;
  return (
    <g>
      <text className={css.head} x={0} y={14}>
        {t(inHkd ? "chart.owedHkd" : "chart.owedPoints")}
      </text>
      <path
        className={css.area}
        d={`${line}L${last[0].toFixed(1)} ${floor}L${first[0].toFixed(1)} ${floor}Z`}
      />
      {[0, top / 2, top].map((tick) => (
        <g key={tick}>
          <path className={css.grid} d={`M${LEFT} ${y(tick)}H${width - RIGHT}`} />
          <text className={css.tick} x={LEFT - 10} y={y(tick) + 4}>
            {compact(tick, language)}
          </text>
        </g>
      ))}
      <path className={css.line} d={line} />
      <circle className={css.end} cx={last[0]} cy={last[1]} r={5} />
      <text className={css.value} x={Math.min(last[0], width - 4)} y={last[1] - 12}>
        {inHkd ? `HK$${now.toLocaleString("en-HK", { maximumFractionDigits: 0 })}` : formatPoints(now)}
      </text>
    </g>
  );
}

function Days({ columns, width, step }: PartProps & { step: Step }) {
  const language = useLanguage();
  const every = Math.max(1, Math.ceil(LABEL / pitch(width, columns.length)));
  return (
    <g>
      {columns.map(
        (column, at) =>
          // Counted from the end, so that the newest column always has a label.
          (columns.length - 1 - at) % every === 0 &&
          middle(at, width, columns.length) > LEFT + 20 && (
            <text
              key={column.from}
              className={css.day}
              x={Math.min(middle(at, width, columns.length), width - 30)}
              y={BARS.top + BARS.height + 26}
            >
              {bucketName(column, step, language)}
            </text>
          ),
      )}
    </g>
  );
}
