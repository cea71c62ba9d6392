import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDateTime, formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { exactWeight } from "../../shared/weight";
import type { Done } from "../kit/orders";
import { placeOf, tillQuery } from "../kit/till";
import css from "./AwardSlip.module.css";
import { useLineName } from "./Because";
import { waitingDays } from "./waiting";

/** The slip of an award for a receipt printer of 58 or 80 mm; only the printed page shows it. */
export function AwardSlip({ done: { order, awarded } }: { done: Done }) {
  const { t } = useTranslation("counter");
  const language = useLanguage();
  const nameOf = useLineName();
  const till = useQuery(tillQuery()).data;
  const rules = (awarded.lines ?? []).filter(({ kind }) => kind === "rule");
  const line = (name: string, value: string, key = name) => (
    <p key={key} className={css.line}>
      <span>{name}</span>
      <span>{value}</span>
    </p>
  );
  return (
    <div className={css.slip} aria-hidden="true">
      {till && (
        <p className={css.head}>
          <b>{localized(till.partner.name, language)}</b>
          {placeOf(till.outlet, till.name, language)}
        </p>
      )}
      {line(formatDateTime(order.begun, language), "")}
      {line(t("done.bill"), `HK$${order.amountHkd}`)}
      {order.receipt.trim() && line(t("done.receipt"), order.receipt.trim())}
      <hr />
      {line(t("done.base"), `+${formatPoints(awarded.basePoints)}`)}
      {order.enjoyCard && line(t("done.card"), `+${formatPoints(awarded.extraPoints)}`)}
      {rules.map((one) => line(nameOf(one), `+${formatPoints(one.points)}`, one.rule ?? nameOf(one)))}
      <div className={css.sum}>{line(t("done.points"), `+${formatPoints(awarded.points)}`)}</div>
      {waitingDays(awarded.lines).map(([day, points]) =>
        line(t("done.pending", { day: formatDay(noonOf(day), language) }), formatPoints(points), day),
      )}
      {awarded.carbonGrams && line(t("done.carbon"), exactWeight(Number(awarded.carbonGrams)))}
      <hr />
      {line(order.member.name, order.member.shortId.slice(0, 4))}
      {awarded.balance && (
        <>
          {line(t("done.balanceBefore"), formatPoints(awarded.balance.before))}
          <div className={css.sum}>{line(t("done.balanceNow"), formatPoints(awarded.balance.after))}</div>
        </>
      )}
      <p className={css.head}>{awarded.number}</p>
    </div>
  );
}
