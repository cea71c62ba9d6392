import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import text from "../../../kit/styles/text.module.css";
import legend from "../../kit/charts/Charts.module.css";
import { formatHkd } from "../../money/reports/reports";
import type { SimulationResult } from "./rules";
import css from "./Simulation.module.css";

const HEIGHT = 140;
const STEP = 20;
/** The chart has room for at least this number of days, so that a single day is not one wide bar. */
const FEWEST_DAYS = 14;
const BAR = 7;
/** Minimum height, so that a small value stays visible beside the largest. */
const LEAST = 2;

/** Two bars a day: the points that were really given, and those that the version would give. */
export function CompareBars({ of: { byDay, version } }: { of: SimulationResult }) {
  const { t } = useTranslation("adminRules");
  const language = useLanguage();
  const most = Math.max(1, ...byDay.flatMap(({ points, givenPoints }) => [points, givenPoints]));
  const height = (value: number) => (value <= 0 ? 0 : Math.max(LEAST, (value / most) * HEIGHT));
  const dayOf = (day: string) => formatDay(noonOf(day), language);
  const would = t("trial.would", { version });
  return (
    <figure className={css.figure}>
      <p className={legend.legend}>
        <span>
          <i className={css.givenKey} />
          {t("trial.really")}
        </span>
        <span>
          <i className={css.wouldKey} />
          {would}
        </span>
      </p>
      <p className={css.ends} aria-hidden="true">
        {formatPoints(most)}
      </p>
      <svg
        className={css.bars}
        viewBox={`0 0 ${Math.max(FEWEST_DAYS, byDay.length) * STEP} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {byDay.map(({ day, points, givenPoints, hkd, givenHkd }, index) => (
          <g key={day}>
            <title>{`${dayOf(day)}: ${withWorth(givenPoints, givenHkd)} · ${withWorth(points, hkd)}`}</title>
            {[givenPoints, points].map((value, side) => (
              <rect
                key={side === 0 ? "given" : "would"}
                className={side === 0 ? css.given : css.would}
                x={index * STEP + 2 + side * (BAR + 1)}
                y={HEIGHT - height(value)}
                width={BAR}
                height={height(value)}
              />
            ))}
          </g>
        ))}
      </svg>
      <p className={css.ends} aria-hidden="true">
        <span>{byDay[0] && dayOf(byDay[0].day)}</span>
        <span>{byDay.length > 1 && dayOf(byDay.at(-1)?.day ?? "")}</span>
      </p>
      <table className={text.sr} aria-label={t("trial.byDay")}>
        <thead>
          <tr>
            {[t("trial.day"), t("trial.membersHead"), t("trial.really"), would].map((head) => (
              <th key={head} scope="col">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {byDay.map(({ day, members, points, givenPoints, hkd, givenHkd }) => (
            <tr key={day}>
              <td>{dayOf(day)}</td>
              <td>{formatPoints(members)}</td>
              <td>{withWorth(givenPoints, givenHkd)}</td>
              <td>{withWorth(points, hkd)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </figure>
  );
}

function withWorth(points: number, hkd: string) {
  return `${formatPoints(points)} (${formatHkd(hkd)})`;
}
