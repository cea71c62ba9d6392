import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { QuietTill } from "../../../kit/loading/EmptyWork";
import css from "../../admin.module.css";
import { Bars } from "../../kit/Bars";
import { NothingYet } from "../../kit/NothingYet";
import type { BonusOutlook } from "./outlook";

const hourOf = (hour: number) => String(hour).padStart(2, "0");

/** The points of the last weeks by hour, on the days of a bonus, with its hours marked. */
export function BonusHours({ outlook }: { outlook: BonusOutlook | undefined }) {
  const { t } = useTranslation("adminProposals");
  if (!outlook) return null;
  const { hours } = outlook;
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("hours.title")}</h2>
        <span className={css.soft}>{t("hours.line")}</span>
      </div>
      {hours.some(({ points }) => points > 0) ? (
        <Bars
          label={t("hours.title")}
          heads={[t("hours.hour"), t("hours.points"), t("hours.bonus")]}
          ticks
          bars={hours.map(({ hour, points, chosen }) => ({
            key: hourOf(hour),
            label: `${hourOf(hour)}:00`,
            tick: hourOf(hour),
            value: points,
            shown: formatPoints(points),
            marked: chosen,
            markedShown: t(chosen ? "hours.yes" : "hours.no"),
          }))}
        />
      ) : (
        <NothingYet picture={<QuietTill />}>{t("hours.none")}</NothingYet>
      )}
    </section>
  );
}
