import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatChange, formatDate, formatMonth, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { EmptyReceipt } from "../../../kit/loading/EmptyPictures";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, DataTable, Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { useLocalPages } from "../../kit/pages";
import { formatHkd } from "../reports/reports";
import own from "./Bills.module.css";
import type { PartnerBill, PartnerBillLine } from "./bills";

const points = (count: number) => (count < 0 ? formatChange(count) : formatPoints(count));

/** The lines of a bill, which add up to what is owed. */
export function Lines({ bill: { month, lines, toPayHkd } }: { bill: PartnerBill }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const words = ({ kind, ofMonth }: PartnerBillLine) =>
    ofMonth === month
      ? t(`lines.${kind}`)
      : t(`corrections.${kind}`, { month: formatMonth(ofMonth, language) });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("lines.title")}</h2>
      </div>
      {lines.length === 0 ? (
        <NothingYet picture={<EmptyReceipt />}>{t("none.bill")}</NothingYet>
      ) : (
        <>
          <Table
            label={t("lines.title")}
            rows={lines}
            rowKey={({ kind, ofMonth, rate }) => `${kind} ${ofMonth} ${rate}`}
            columns={[
              { key: "text", head: t("lines.text"), cell: words },
              { key: "points", head: t("lines.points"), end: true, cell: (line) => points(line.points) },
              { key: "rate", head: t("lines.rate"), end: true, from: "small", cell: ({ rate }) => rate },
              {
                key: "amount",
                head: t("lines.amount"),
                end: true,
                cell: ({ amountHkd }) => <span className={css.nowrap}>{formatHkd(amountHkd)}</span>,
              },
            ]}
          />
          <p className={own.sum}>
            <span>{t(toPayHkd.startsWith("-") ? "sums.toGetHkd" : "sums.toPayHkd")}</span>
            <b>{formatHkd(toPayHkd.replace("-", ""))}</b>
          </p>
        </>
      )}
    </section>
  );
}

/** Points issued and redeemed on each day of a bill. */
export function Days({ bill: { month, days } }: { bill: PartnerBill }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const columns: Column<PartnerBill["days"][number]>[] = [
    {
      key: "day",
      head: t("days.day"),
      by: ({ day }) => Date.parse(day),
      cell: ({ day }) => <span className={css.nowrap}>{formatDate(`${day}T04:00:00Z`, language)}</span>,
    },
    {
      key: "issued",
      head: t("sums.issued"),
      end: true,
      by: ({ issued }) => issued,
      cell: ({ issued }) => points(issued),
    },
    {
      key: "redeemed",
      head: t("sums.redeemed"),
      end: true,
      by: ({ redeemed }) => redeemed,
      cell: ({ redeemed }) => points(redeemed),
    },
  ];
  const list = { data: days, isError: false, refetch: () => undefined };
  const pages = useLocalPages(month, list, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("days.title")}</h2>
      </div>
      <DataTable
        label={t("days.title")}
        pages={pages}
        rowKey={({ day }) => day}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t("none.title"), text: t("none.bill") }}
        columns={columns}
      />
    </section>
  );
}

/** The months that have a bill; `to` is the page on which one is shown. */
export function Months({ bill, to }: { bill: PartnerBill; to: string }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  return (
    <section className={css.panel}>
      <div className={css.panelHead}>
        <h2>{t("months")}</h2>
      </div>
      <ul className={own.months}>
        {bill.months.map(({ month, number, toPayHkd }) => (
          <li key={month} className={classes(month === bill.month && own.here)}>
            <Link to={`${to}?month=${month}`} aria-current={month === bill.month ? "page" : undefined}>
              {formatMonth(month, language)}
            </Link>
            <Badge tone={number === undefined ? "pollen" : "leaf"} dot={false}>
              {t(number === undefined ? "open" : "closed")}
            </Badge>
            <b>{formatHkd(toPayHkd)}</b>
          </li>
        ))}
      </ul>
    </section>
  );
}
