import { useId, useRef } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { roundUp } from "../../kit/charts/buckets";
import chart from "../../kit/charts/Charts.module.css";
import { compact } from "../../kit/charts/geometry";
import { useWidth } from "../../kit/charts/useWidth";
import own from "./Expiry.module.css";
import type { ExpiryMonth } from "./expiry";
import { useShortMonth } from "./usePolicyWords";

const [LEFT, RIGHT, TOP, TALL] = [58, 8, 30, 168];
const BASE = TOP + TALL;
/** The narrowest column, in pixels, with room for its points above and its month below. */
const ROOM = 42;

/** The points that reach their last day in each month: solid if they probably expire, hatched if they are probably spent. */
export function EndsChart({ months }: { months: readonly ExpiryMonth[] }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  const nameOf = useShortMonth();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const hatch = useId();
  const top = roundUp(Math.max(...months.map(({ points }) => points)));
  const tall = (points: number) => (points / top) * TALL;
  const pitch = (width - LEFT - RIGHT) / months.length;
  const wide = Math.max(2, Math.min(34, pitch * 0.64));
  const every = Math.max(1, Math.ceil(ROOM / pitch));
  return (
    <div ref={box} className={chart.box}>
      {width > 0 && (
        <svg
          className={chart.chart}
          role="img"
          aria-label={months.map((one) => `${nameOf(one.month)}: ${formatPoints(one.points)}`).join(", ")}
          width={width}
          height={BASE + 26}
        >
          <defs>
            <pattern
              id={hatch}
              width="6"
              height="6"
              patternUnits="userSpaceOnUse"
              patternTransform="rotate(45)"
            >
              <rect className={own.hatchGround} width="6" height="6" />
              <rect className={own.hatchLine} width="1.6" height="6" />
            </pattern>
          </defs>
          {[0, top / 2, top].map((tick) => (
            <g key={tick}>
              <path className={chart.grid} d={`M${LEFT} ${BASE - tall(tick)}H${width - RIGHT}`} />
              <text className={chart.tick} x={LEFT - 8} y={BASE - tall(tick) + 4}>
                {compact(tick, language)}
              </text>
            </g>
          ))}
          {months.map(({ month, points, unspent }, at) => {
            const middle = LEFT + (at + 0.5) * pitch;
            const column = { x: middle - wide / 2, width: wide };
            const solid = tall(unspent ?? points);
            return (
              <g key={month}>
                <title>
                  {unspent === undefined
                    ? t("chart.column", { month: nameOf(month, true), points: formatPoints(points) })
                    : t("chart.split", {
                        month: nameOf(month, true),
                        points: formatPoints(points),
                        unspent: formatPoints(unspent),
                      })}
                </title>
                <rect
                  {...column}
                  rx={3}
                  y={BASE - tall(points)}
                  height={tall(points)}
                  fill={`url(#${hatch})`}
                />
                <rect
                  {...column}
                  rx={unspent === undefined ? 3 : 0}
                  className={unspent === undefined ? own.whole : own.solid}
                  y={BASE - solid}
                  height={solid}
                />
                {at % every === 0 && (
                  <>
                    <text className={own.high} x={middle} y={BASE - tall(points) - 8}>
                      {points > 0 && compact(points, language)}
                    </text>
                    <text className={chart.day} x={middle} y={BASE + 20}>
                      {nameOf(month)}
                    </text>
                  </>
                )}
              </g>
            );
          })}
        </svg>
      )}
    </div>
  );
}
