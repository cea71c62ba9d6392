import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { noonOf } from "../../../api/outlook";
import { formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import { daysBetween } from "../../catalogue/rules/budgetPace";
import { Facts } from "../../kit/Facts";
import { formatHkd, today } from "../../money/reports/reports";
import type { BonusOutlook, ItemOutlook, Outlook } from "./outlook";
import type { ProposedItem } from "./ownProposals";

/** A card in the column beside a proposal. */
function Card({ children }: { children: ReactNode }) {
  const { t } = useTranslation("adminProposals");
  return (
    <section className={css.panel} aria-live="polite">
      <h2>{t("pays.title")}</h2>
      {children}
    </section>
  );
}

interface ItemPaysProps {
  item: ProposedItem;
  outlook: Outlook | null | undefined;
  /** True if the reader is the partner itself. */
  own?: boolean;
}

/** The HK$ that a proposed reward pays to the partner, and the price of the reward there. */
export function ItemPays({ item: { costHkd, leftover }, outlook, own = false }: ItemPaysProps) {
  const { t } = useTranslation("adminProposals");
  const pays: ItemOutlook | undefined = outlook?.item;
  const sold = leftover ?? 0;
  return (
    <Card>
      {pays ? (
        <Facts
          facts={[
            [t(own ? "pays.toYou" : "pays.toPartner"), t("pays.each", { amount: formatHkd(pays.paidHkd) })],
            [
              t(own ? "pays.yourCost" : "pays.partnerCost"),
              costHkd && t("pays.each", { amount: formatHkd(costHkd.replace(/\.$/, "")) }),
            ],
            [
              t("pays.sold", { count: sold, sold: formatPoints(sold) }),
              pays.allPaidHkd && formatHkd(pays.allPaidHkd),
            ],
          ]}
        />
      ) : (
        <p className={css.soft}>{t("pays.noPrice")}</p>
      )}
    </Card>
  );
}

interface BonusPaysProps {
  outlook: BonusOutlook | undefined;
  /** The first and the last day, if they are chosen. */
  from: string | null | undefined;
  until: string | null | undefined;
}

/**
 * The points that a usual bill gives before and during the bonus hours, the HK$ that the partner pays for
 * them, and the time for which the budget lasts.
 */
export function BonusPays({ outlook, from, until }: BonusPaysProps) {
  const { t } = useTranslation("adminProposals");
  const language = useLanguage();
  if (!outlook)
    return (
      <Card>
        <p className={css.soft}>{t("pays.noBonus")}</p>
      </Card>
    );
  const { purchases, budgetPurchases, budgetDays } = outlook;
  const points = (count: number, hkd: string) =>
    t("pays.points", { count, points: formatPoints(count), amount: formatHkd(hkd) });
  const start = from && from > today() ? from : today();
  const runs = until ? daysBetween(start, until) + 1 : Number.POSITIVE_INFINITY;
  const day = (of: string) => formatDay(noonOf(of), language);
  return (
    <Card>
      <Facts
        facts={[
          [t(purchases > 0 ? "pays.bill" : "pays.example"), formatHkd(outlook.billHkd)],
          [t("pays.before"), points(outlook.pointsBefore, outlook.paysBeforeHkd)],
          [t("pays.during"), <b key="during">{points(outlook.pointsDuring, outlook.paysDuringHkd)}</b>],
          [t("pays.purchases"), formatPoints(purchases)],
          [
            t("pays.budget"),
            budgetPurchases !== undefined &&
              t("pays.budgetPurchases", { count: budgetPurchases, shown: formatPoints(budgetPurchases) }),
          ],
          [
            t("pays.lasts"),
            budgetDays !== undefined &&
              (budgetDays < runs
                ? t("pays.days", { count: budgetDays, days: formatPoints(budgetDays) })
                : t("pays.toTheEnd")),
          ],
        ]}
      />
      <p className={css.soft}>{t("pays.counted", { from: day(outlook.from), to: day(outlook.to) })}</p>
    </Card>
  );
}
