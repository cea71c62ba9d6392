import { useTranslation } from "react-i18next";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { Bars } from "../../kit/Bars";
import { plusDays } from "../../money/reports/reports";
import type { Sales, SalesAsked } from "../portal";
import { usePortalWords } from "../usePortalWords";
import { SalesFile } from "./SalesFile";

/** Every day of a period, also those without points. */
function daysOf({ from, to, days }: Sales) {
  const known = new Map(days.map((row) => [row.day, row]));
  const all: { day: string; points: number; before: number }[] = [];
  for (let day = from; day <= to; day = plusDays(day, 1)) {
    const row = known.get(day);
    all.push({ day, points: row?.points ?? 0, before: row?.pointsBefore ?? 0 });
  }
  return all;
}

/** Points by day, with a line for the same day of the period before. */
export function DayBars({ sales, asked }: { sales: Sales; asked: SalesAsked }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const { against } = usePortalWords();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("sales.byDay")}</h2>
        <SalesFile asked={asked} by="day" of={t("sales.byDay")} />
      </div>
      <Bars
        label={t("sales.byDay")}
        heads={[t("day"), t("points"), t("before")]}
        bars={daysOf(sales).map(({ day, points, before }) => ({
          key: day,
          label: formatDay(`${day}T04:00:00Z`, language),
          value: points,
          shown: formatPoints(points),
          before,
          beforeShown: formatPoints(before),
        }))}
      />
      <p className={css.soft}>{t("home.line2", { period: against(sales) })}</p>
    </section>
  );
}
