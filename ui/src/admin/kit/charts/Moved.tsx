import { useId } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../../i18n/language";
import type { Bucket, Step } from "./buckets";
import css from "./Charts.module.css";
import { BARS, compact, LEFT, middle, type PartProps, pitch, RIGHT } from "./geometry";

interface MovedProps extends PartProps {
  /** The same columns for the period before. */
  earlier?: readonly Bucket[] | undefined;
  step: Step;
  /** True if the period of the last column has not ended yet. */
  partial: boolean;
}

const gone = ({ redeemed, expired }: Bucket) => Math.max(0, redeemed) + Math.max(0, expired);

/** The height of the zero line, and of a number of points. */
function scaleOf(columns: readonly Bucket[]) {
  const up = Math.max(0, ...columns.map(({ issued }) => issued));
  const down = Math.max(0, ...columns.map(gone));
  const all = Math.max(1, up + down);
  const base = BARS.top + Math.max(26, Math.min(BARS.height - 26, (up / all) * BARS.height));
  const scale = Math.min(
    up > 0 ? (base - BARS.top) / up : Number.POSITIVE_INFINITY,
    down > 0 ? (BARS.top + BARS.height - base) / down : Number.POSITIVE_INFINITY,
  );
  return { up, base, tall: (points: number) => (points > 0 ? Math.max(1.5, points * scale) : 0) };
}

/** The points issued and spent in each column, with a thin mark at the values of the period before. */
export function Moved({ columns, earlier = [], width, step, partial }: MovedProps) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const hatch = useId();
  const { up, base, tall } = scaleOf([...columns, ...earlier]);
  const wide = Math.max(2, Math.min(28, pitch(width, columns.length) * 0.56));
  const left = (at: number) => middle(at, width, columns.length) - wide / 2;
  return (
    <g>
      <defs>
        <pattern id={hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
          <rect className={css.hatch} width="2.5" height="6" />
        </pattern>
      </defs>
      <text className={css.head} x={0} y={BARS.top - 18}>
        {t(`chart.moved.${step}`)}
      </text>
      <text className={css.up} x={LEFT - 10} y={base - 8}>
        {t("chart.issued")}
      </text>
      <text className={css.down} x={LEFT - 10} y={base + 18}>
        {t("chart.redeemed")}
      </text>
      {columns.map((column, at) => {
        const box = { x: left(at), width: wide, rx: 3 };
        const [issued, redeemed, expired] = [
          tall(column.issued),
          tall(column.redeemed),
          tall(column.expired),
        ];
        return (
          <g key={column.from}>
            <rect {...box} className={css.issued} y={base - issued} height={issued} />
            <rect {...box} className={css.redeemed} y={base} height={redeemed} />
            <rect {...box} className={css.expired} y={base + redeemed} height={expired} />
            {partial && at === columns.length - 1 && (
              <rect {...box} fill={`url(#${hatch})`} y={base - issued} height={issued + redeemed + expired} />
            )}
          </g>
        );
      })}
      {earlier.map((column, at) => (
        <path
          key={column.from}
          className={css.mark}
          d={[column.issued > 0 && -tall(column.issued), gone(column) > 0 && tall(gone(column))]
            .filter((high) => high !== false)
            .map((high) => `M${left(at) - 2} ${base + high}h${wide + 4}`)
            .join("")}
        />
      ))}
      <path className={css.axis} d={`M${LEFT} ${base}H${width - RIGHT}`} />
      {up > 0 && (
        <text className={css.tick} x={width} y={BARS.top - 18}>
          {t("chart.most", { points: compact(up, language) })}
        </text>
      )}
    </g>
  );
}
