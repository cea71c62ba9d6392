import { useTranslation } from "react-i18next";
import { noonOf } from "../../api/outlook";
import { formatDay, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { classes } from "../../kit/classes";
import { StencilNumber } from "../../kit/screen/StencilNumber";
import layout from "../../kit/styles/layout.module.css";
import { useLineName } from "../../shared/slip/useLineName";
import { waitingDays } from "../../shared/slip/waitingDays";
import { exactWeight } from "../../shared/weight";
import { Fact } from "../kit/Fact";
import type { Done } from "../kit/orders";
import css from "./AwardFacts.module.css";

/** The awarded points and the reasons for them, with the progress on goals. */
export function AwardFacts({ done: { order, awarded }, undone }: { done: Done; undone: boolean }) {
  const { t } = useTranslation("counter");
  const nameOf = useLineName();
  const language = useLanguage();
  const rules = (awarded.lines ?? []).filter(({ kind }) => kind === "rule");
  return (
    <>
      {awarded.balance && !undone && <Balance {...awarded.balance} />}
      <dl className={classes(layout.facts, css.tight)}>
        <Fact name={t("done.bill")} value={`HK$${order.amountHkd}`} />
        <Fact name={t("done.base")} value={formatPoints(awarded.basePoints)} />
        {order.enjoyCard && <Fact name={t("done.card")} value={formatPoints(awarded.extraPoints)} />}
        {rules.map((line) => (
          <Fact key={line.rule} name={nameOf(line)} value={formatPoints(line.points)} />
        ))}
        {waitingDays(awarded.lines).map(([day, points]) => (
          <Fact
            key={day}
            name={t("done.pending", { day: formatDay(noonOf(day), language) })}
            value={formatPoints(points)}
          />
        ))}
        {!undone &&
          awarded.goals?.map(({ goal, name, reached, progress, target }) => (
            <Fact
              key={goal}
              name={localized(name, language)}
              value={
                reached
                  ? t("done.goalReached")
                  : t("done.goal", { progress: formatPoints(progress), target: formatPoints(target) })
              }
            />
          ))}
        {awarded.carbonGrams && (
          <Fact name={t("done.carbon")} value={exactWeight(Number(awarded.carbonGrams))} />
        )}
        {order.receipt.trim() && <Fact name={t("done.receipt")} value={order.receipt.trim()} />}
        <Fact name={t("done.transaction")} value={awarded.number} />
      </dl>
    </>
  );
}

/** The member's balance before the award and now. */
function Balance({ before, after }: { before: number; after: number }) {
  const { t } = useTranslation("counter");
  const longest = Math.max(formatPoints(before).length, formatPoints(after).length);
  return (
    <dl className={css.balance}>
      <div>
        <dt>{t("done.balanceBefore")}</dt>
        <dd>
          <StencilNumber value={before} height={24} />
        </dd>
      </div>
      <div className={css.now}>
        <dt>{t("done.balanceNow")}</dt>
        <dd>
          <StencilNumber value={after} height={longest > 9 ? 24 : 34} />
        </dd>
      </div>
    </dl>
  );
}
