import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import text from "../../kit/styles/text.module.css";
import { type Tree, weightOf } from "../../shared/carbon/tree";
import css from "./MonthBars.module.css";

const MONTHS = 12;
const STEP = 28;
const WIDTH = 22;
const HEIGHT = 78;
/** Room for the figure above a bar, and for the names below. */
const TOP = 20;
const BOTTOM = 22;
/** Minimum height, so that a small month stays visible beside the largest. */
const LEAST = 3;

const hongKongMonth = new Intl.DateTimeFormat("en", { month: "numeric", timeZone: "Asia/Hong_Kong" });
/** The month of a moment, January is 0. */
const monthOf = (moment: Date) => Number(hongKongMonth.format(moment)) - 1;

/** The grams of each month as bars, and as a table for everybody who asks for it and for screen readers. */
export function MonthBars({ tree, current }: { tree: Tree; current: boolean }) {
  const { t } = useTranslation("carbon");
  const language = useLanguage();
  const [open, setOpen] = useState(false);
  const grams = tree.months.map(Number);
  const most = Math.max(...grams, 1);
  const highest = grams.indexOf(Math.max(...grams));
  const last = current ? grams.findLastIndex((one) => one > 0) : -1;
  // Months of the current year that have not begun have no figure.
  const now = current ? monthOf(new Date()) : MONTHS - 1;
  const nameOf = (month: number, length: "narrow" | "long") =>
    new Intl.DateTimeFormat(language === "en" ? "en-GB" : "zh", { month: length, timeZone: "UTC" }).format(
      Date.UTC(tree.year, month, 15),
    );
  const short = (month: number) => (language === "en" ? nameOf(month, "narrow") : String(month + 1));
  const shown = (one: number) => {
    const { number, unit } = weightOf(one);
    return `${number} ${unit}`;
  };
  return (
    <>
      <p className={text.sr}>
        {t("table.sentence", {
          month: nameOf(highest, "long"),
          weight: shown(grams[highest] ?? 0),
          total: shown(Number(tree.grams)),
        })}
      </p>
      <svg className={css.chart} viewBox={`0 0 ${MONTHS * STEP} ${TOP + HEIGHT + BOTTOM}`} aria-hidden="true">
        {grams.map((one, month) => {
          const height = one === 0 ? 0 : Math.max(LEAST, (one / most) * HEIGHT);
          const [left, top] = [month * STEP + (STEP - WIDTH) / 2, TOP + HEIGHT - height];
          const isLast = month === last;
          return (
            <g key={nameOf(month, "long")}>
              {isLast ? (
                <rect
                  className={css.last}
                  x={left + 1}
                  y={top + 1}
                  width={WIDTH - 2}
                  height={height}
                  rx="3"
                />
              ) : (
                <rect className={css.bar} x={left} y={top} width={WIDTH} height={height + 3} rx="4" />
              )}
              {one > 0 && (month === highest || isLast) && (
                <text className={css.figure} x={left + WIDTH / 2} y={top - 5}>
                  {one < 1000 ? shown(one) : weightOf(one).number}
                </text>
              )}
              <text
                className={isLast ? css.now : css.name}
                x={left + WIDTH / 2}
                y={TOP + HEIGHT + BOTTOM - 5}
              >
                {short(month)}
              </text>
            </g>
          );
        })}
        {/* Hides the lower corners of the bars, which are round as the upper ones. */}
        <rect className={css.below} y={TOP + HEIGHT} width={MONTHS * STEP} height="4" />
        <rect className={css.line} y={TOP + HEIGHT} width={MONTHS * STEP} height="1.5" />
      </svg>
      <button
        type="button"
        className={classes(text.link, css.toggle)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        {t(open ? "table.hide" : "table.show")}
      </button>
      {/* Screen readers always find the table, because the chart is a picture. */}
      <table className={open ? css.table : text.sr}>
        <caption className={text.sr}>{t("byMonth")}</caption>
        <tbody>
          {grams.map((one, month) => (
            <tr key={nameOf(month, "long")}>
              <th scope="row">{nameOf(month, "long")}</th>
              <td>{month > now ? "–" : shown(one)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}
