import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDate, formatPoints, formatTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { formatHkd } from "../reports/reports";
import own from "./Expiry.module.css";
import type { ExpiryEffect } from "./expiry";

/** The changes that another policy would bring for the points of members. */
export function Effect({ of, version }: { of: ExpiryEffect; version: number }) {
  const { t } = useTranslation("adminExpiry");
  const language = useLanguage();
  return (
    <section className={css.panel} aria-live="polite">
      <div className={css.panelHead}>
        <h2>{t("effect.title", { version })}</h2>
        <span className={css.soft}>{t("effect.lookedUp", { time: formatTime(of.lookedUp) })}</span>
      </div>
      <dl className={own.figures}>
        {(
          [
            [formatPoints(of.lotsShorter), "effect.shorter"],
            [formatPoints(of.membersLonger), "effect.members"],
            [formatPoints(of.pointsLonger), "effect.points"],
            [formatHkd(of.less.hkd), "effect.less"],
          ] as const
        ).map(([figure, name]) => (
          <div key={name}>
            <dt>{t(name)}</dt>
            <dd>{figure}</dd>
          </div>
        ))}
      </dl>
      <p>{t("effect.total", { hkd: formatHkd(of.total.hkd), before: formatHkd(of.totalNow.hkd) })}</p>
      <p>
        {of.newPointsLastDay
          ? t("effect.newPoints", { day: formatDate(noonOf(of.newPointsLastDay), language) })
          : t("effect.newNever")}
      </p>
      <Note tone={of.lotsShorter === 0 ? "leaf" : "plum"}>{t("effect.promise")}</Note>
    </section>
  );
}
