import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { StencilNumber } from "../../../kit/screen/StencilNumber";
import css from "../../admin.module.css";
import { formatHkd } from "../../money/reports/reports";
import { Change } from "../Change";
import { countChange, percentChange } from "../change";
import own from "../Portal.module.css";
import type { Sales } from "../portal";
import { usePortalWords } from "../usePortalWords";

interface PeriodCardProps {
  sales: Sales;
  note?: string;
  large?: boolean;
}

/** Points given in a period, compared with the same part of the period before. */
export function PeriodCard({ sales, note, large = false }: PeriodCardProps) {
  const { t } = useTranslation("portal");
  const { against, days } = usePortalWords();
  const { total, before } = sales;
  const change = percentChange(total.points, before.points);
  const lines: [string, string, string | undefined][] = [
    [
      t("bills"),
      formatHkd(total.amountHkd).replace("HK$", ""),
      percentChange(Number(total.amountHkd), Number(before.amountHkd)),
    ],
    [t("members"), formatPoints(sales.members), countChange(sales.members, sales.membersBefore)],
    [t("coupons"), formatPoints(total.collected), countChange(total.collected, before.collected)],
  ];
  return (
    <section className={`${css.panel} ${own.period}`}>
      <h2>
        {t(`periods.${sales.period}`)}
        <small>{note ?? days(sales)}</small>
      </h2>
      <div className={own.points}>
        <StencilNumber value={total.points} height={large ? 40 : 28} />
        <span>{t("pointsGiven")}</span>
      </div>
      <p>
        {change ? (
          <>
            <Change of={change} /> {against(sales)}
          </>
        ) : (
          <span className={own.less}>{t("noComparison")}</span>
        )}
      </p>
      <dl>
        {lines.map(([name, value, changed]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
            <dd>
              <Change of={changed} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
