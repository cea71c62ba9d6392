import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { pageTagOf, useLanguage } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import adminCss from "../../admin.module.css";
import { compact } from "../../kit/charts/geometry";
import { NothingYet } from "../../kit/NothingYet";
import { type ExpiryReport, expiryQuery } from "../../money/expiry/expiry";
import { adminPaths } from "../../paths";
import css from "./Dashboard.module.css";

const MONTHS = 6;
const [WIDTH, TALL, PITCH] = [258, 74, 43];

/** The points that expire in each of the next months. */
export function Expiring() {
  const { t } = useTranslation("adminDashboard");
  const expiry = useQuery(expiryQuery());
  return (
    <section className={adminCss.panel}>
      <div className={adminCss.panelHead}>
        <h2>
          <Link className={css.inRow} to={adminPaths.expiry}>
            {t("expiring.title")}
          </Link>
        </h2>
        <span className={adminCss.soft}>{t("expiring.line")}</span>
      </div>
      <Loaded of={expiry} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {({ months }) => {
          const shown = months.slice(0, MONTHS);
          return shown.every(({ points }) => points === 0) ? (
            <NothingYet picture={<EmptySheet />}>{t("expiring.none")}</NothingYet>
          ) : (
            <Columns months={shown} />
          );
        }}
      </Loaded>
    </section>
  );
}

function Columns({ months }: { months: ExpiryReport["months"] }) {
  const language = useLanguage();
  const most = Math.max(...months.map(({ points }) => points));
  const format = new Intl.DateTimeFormat(language === "en" ? "en-GB" : pageTagOf(language), {
    month: "short",
    timeZone: "Asia/Hong_Kong",
  });
  const nameOf = (month: string) => format.format(new Date(`${month}T04:00:00Z`));
  return (
    <svg
      className={css.expiring}
      viewBox={`0 0 ${WIDTH} ${TALL + 44}`}
      role="img"
      aria-label={months.map(({ month, points }) => `${nameOf(month)}: ${formatPoints(points)}`).join(", ")}
    >
      {months.map(({ month, points }, at) => {
        const [x, high] = [at * PITCH + PITCH / 2, (points / most) * TALL];
        return (
          <g key={month}>
            <rect
              className={classes(css.column, at === 0 && css.columnNow)}
              x={x - 13}
              y={20 + TALL - high}
              width={26}
              height={high}
              rx={3}
            />
            <text x={x} y={14 + TALL - high} className={css.columnValue}>
              {points > 0 && compact(points, language)}
            </text>
            <text x={x} y={TALL + 38}>
              {nameOf(month)}
            </text>
          </g>
        );
      })}
    </svg>
  );
}
