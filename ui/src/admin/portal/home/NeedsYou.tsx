import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatMonth } from "../../../i18n/format";
import { localized, pageTagOf, useLanguage } from "../../../i18n/language";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded, type Result } from "../../../kit/loading/States";
import css from "../../admin.module.css";
import { NothingYet } from "../../kit/NothingYet";
import { type WaitRow, WaitRows } from "../../kit/WaitRows";
import { monthBefore } from "../../money/bills/bills";
import { formatHkd, today } from "../../money/reports/reports";
import { ownBillQuery } from "../money/ownBill";
import { portalPaths } from "../paths";
import { asksForChanges, ownProposalsQuery } from "../proposals/ownProposals";
import { ownRewardsQuery } from "../rewards/ownRewards";
import { isAway, ownCashiersQuery, ownTillsQuery } from "../team/team";

/** Names that a line has at most. */
const NAMED = 3;

/**
 * The tasks of the managers of a partner, as one row for each page: rewards, proposals, tills, cashiers and bills. With an
 * outlet, only its tills: the other tasks belong to the partner as a whole.
 */
export function NeedsYou({ outlet }: { outlet: string }) {
  const { t } = useTranslation("portal");
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("needs.title")}</h2>
      </div>
      <Loaded of={useNeeds(outlet)} failed={t("failed")} skeleton={<RowSkeleton count={2} />}>
        {(rows) =>
          rows.length === 0 ? <NothingYet>{t("needs.nothing")}</NothingYet> : <WaitRows rows={rows} />
        }
      </Loaded>
    </section>
  );
}

/** The rows with something to do, once all answers are there: a part that fails may have something to do too. */
function useNeeds(outlet: string): Result<WaitRow[]> {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const lastMonth = monthBefore(today().slice(0, 7));
  const rewards = useQuery(ownRewardsQuery());
  const proposals = useQuery(ownProposalsQuery());
  const tills = useQuery(ownTillsQuery());
  const cashiers = useQuery(ownCashiersQuery());
  const bill = useQuery(ownBillQuery(lastMonth));
  const parts = [rewards, proposals, tills, cashiers, bill];
  const state = {
    isError: parts.some(({ isError }) => isError),
    error: parts.find(({ error }) => error)?.error ?? null,
    refetch: () => parts.map((part) => part.refetch()),
  };
  if (!rewards.data || !proposals.data || !tills.data || !cashiers.data || !bill.data)
    return { ...state, data: undefined };

  const list = new Intl.ListFormat(pageTagOf(language), { type: "conjunction" });
  const row = (key: "rewards" | "proposals" | "tills" | "cashiers", names: string[]): WaitRow => ({
    key,
    name: t(`needs.${key}`, { count: names.length }),
    to: portalPaths[key],
    count: names.length,
    line: list.format(names.slice(0, NAMED)),
  });
  const inWords = (name: Parameters<typeof localized>[0]) => localized(name, language);
  const rows = [
    row(
      "rewards",
      rewards.data.filter(({ low, left }) => low || left === 0).map(({ name }) => inWords(name)),
    ),
    row(
      "proposals",
      proposals.data.filter(asksForChanges).map(({ title }) => inWords(title)),
    ),
    row(
      "tills",
      tills.data
        .filter(({ outletId }) => !outlet || outletId === outlet)
        .filter((till) => till.locked || isAway(till))
        .map(({ name }) => name),
    ),
    row(
      "cashiers",
      cashiers.data.filter(({ pinLocked }) => pinLocked).map(({ name }) => name),
    ),
  ].filter(({ count }) => count !== 0);
  const closed = bill.data.closed && bill.data;
  if (closed)
    rows.push({
      key: "bill",
      name: t("needs.bill", { month: formatMonth(lastMonth, language) }),
      to: `${portalPaths.bills}?month=${lastMonth}`,
      count: 1,
      line: closed.toPayHkd.startsWith("-")
        ? t("needs.toGet", { amount: formatHkd(closed.toPayHkd.slice(1)) })
        : t("needs.toPay", { amount: formatHkd(closed.toPayHkd) }),
    });
  return { ...state, data: rows };
}
