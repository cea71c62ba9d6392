import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import css from "../../admin.module.css";
import own from "../Portal.module.css";
import type { Sales } from "../portal";
import { usePortalWords } from "../usePortalWords";

const WEEKDAYS = [0, 1, 2, 3, 4, 5, 6];
// A Monday, from which the names of the weekdays are made.
const MONDAY = "2026-03-0";

/** Points by weekday and hour. The best hours are dark and show their figure; the table has all figures. */
export function Heat({ grid }: { grid: Sales["grid"] }) {
  const { t } = useTranslation("portal");
  const { weekday } = usePortalWords();
  const sold = grid.filter(({ points }) => points > 0);
  if (sold.length === 0) return null;
  const most = Math.max(...sold.map(({ points }) => points));
  const [first, last] = [
    Math.min(...sold.map(({ hour }) => hour)),
    Math.max(...sold.map(({ hour }) => hour)),
  ];
  const hours = Array.from({ length: last - first + 1 }, (_, place) => first + place);
  const at = (day: number, hour: number) =>
    sold.find((cell) => cell.weekday === day && cell.hour === hour)?.points ?? 0;
  const tone = (points: number) =>
    points > most * 0.66 ? own.high : points > most * 0.2 ? own.low : undefined;
  const best = sold.find(({ points }) => points === most);
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("sales.heat")}</h2>
      </div>
      <div className={own.heatBox}>
        <table className={own.heat} aria-label={t("sales.heat")}>
          <thead>
            <tr>
              <th scope="col">{t("day")}</th>
              {hours.map((hour) => (
                <th key={hour} scope="col">
                  {String(hour).padStart(2, "0")}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {WEEKDAYS.map((day) => (
              <tr key={day}>
                <th scope="row">{weekday(`${MONDAY}${day + 2}`)}</th>
                {hours.map((hour) => (
                  <td key={hour} className={tone(at(day, hour))}>
                    {at(day, hour) > 0 && formatPoints(at(day, hour))}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {best && (
        <p className={css.soft}>
          {t("sales.best", {
            weekday: weekday(`${MONDAY}${best.weekday + 2}`),
            hour: best.hour,
            points: formatPoints(most),
          })}
        </p>
      )}
    </section>
  );
}
