import { useTranslation } from "react-i18next";
import { formatDate, formatPoints, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptyReceipt } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { MemberLink } from "../MemberLink";
import { type ClaimPage, noonOf } from "./claims";

type Bill = ClaimPage["bills"][number];

/** The bills of the partner's counters on the day of the purchase; those that fit are marked. */
export function BillsTable({ page: { claim, bills, billsThatDay } }: { page: ClaimPage }) {
  const { t } = useTranslation("adminClaims");
  const language = useLanguage();
  const columns: Column<Bill>[] = [
    { key: "time", head: t("bills.time"), cell: (bill) => formatTime(bill.created) },
    {
      key: "receipt",
      head: t("bills.receipt"),
      cell: (bill) => (
        <>
          {bill.receipt ?? "–"}
          <span className={css.two}>
            {[bill.outlet && localized(bill.outlet, language), bill.till, bill.by]
              .filter(Boolean)
              .join(" · ")}
          </span>
        </>
      ),
    },
    { key: "member", head: t("member"), from: "small", cell: (bill) => <MemberLink member={bill.member} /> },
    { key: "bill", head: t("bill"), end: true, cell: (bill) => bill.amountHkd },
    { key: "points", head: t("points"), end: true, cell: (bill) => <b>{formatPoints(bill.points)}</b> },
    {
      key: "state",
      head: t("bills.state"),
      hidden: true,
      cell: (bill) => bill.undone && <Badge dot={false}>{t("bills.undone")}</Badge>,
    },
  ];
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("bills.title", { day: formatDate(noonOf(claim.day), language) })}</h2>
        <span className={css.soft}>{t("bills.count", { shown: bills.length, all: billsThatDay })}</span>
      </div>
      {bills.length === 0 ? (
        <NothingYet picture={<EmptyReceipt />}>{t("bills.none")}</NothingYet>
      ) : (
        <Table
          label={t("bills.title", { day: formatDate(noonOf(claim.day), language) })}
          columns={columns}
          rows={bills}
          rowKey={({ transaction }) => transaction}
          chosen={({ fits }) => fits}
        />
      )}
    </section>
  );
}
