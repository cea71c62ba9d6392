import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link, useParams } from "react-router";
import { formatChange, formatDate, formatDateTime, formatMonth, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { classes } from "../../../kit/classes";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { DataTable, Table } from "../../kit/DataTable";
import { CsvLink, FileLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, recordPath } from "../../paths";
import { formatHkd, today } from "../reports/reports";
import own from "./Bills.module.css";
import { billQuery, monthIn, type PartnerBill, type PartnerBillLine } from "./bills";
import { Sums } from "./Sums";
import { Terms } from "./Terms";

/** One partner's bill for a month, with its lines, days, other months and rates. */
export function BillScreen() {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const { id = "" } = useParams();
  const { get } = useAddress();
  const month = monthIn(get("month"), today().slice(0, 7));
  const found = useQuery(billQuery(id, month));
  const path = `/api/admin/bills/${id}`;
  const number = found.data?.number;
  return (
    <AdminPage
      title={found.data ? localized(found.data.name, language) : t("title")}
      line={[formatMonth(month, language), number === undefined ? t("open") : t("number", { number })].join(
        " · ",
      )}
      back={{ to: `${adminPaths.bills}?month=${month}`, label: t("title") }}
      actions={
        <>
          <CsvLink path={path} query={{ month }} of={t("title")} />
          <FileLink href={`${path}/pdf?month=${month}&language=${language}`}>PDF</FileLink>
        </>
      }
    >
      <Loaded of={found} failed={t("failed")} skeleton={<RowSkeleton count={8} />}>
        {(bill) => (
          <div className={css.split}>
            <div>
              <Sums sums={bill} narrow />
              <Lines bill={bill} />
              <div className={own.note}>
                <Note>
                  {bill.closed
                    ? t("closedBill", {
                        time: formatDateTime(bill.closed.at, language),
                        name: bill.closed.by,
                        number: formatPoints(bill.closed.ledgerNumber),
                      })
                    : t("soFar")}
                </Note>
              </div>
              <Days bill={bill} />
            </div>
            <div>
              <Months bill={bill} id={id} />
              <Terms partner={id} />
            </div>
          </div>
        )}
      </Loaded>
    </AdminPage>
  );
}

const points = (count: number) => (count < 0 ? formatChange(count) : formatPoints(count));

function Lines({ bill: { month, lines, toPayHkd } }: { bill: PartnerBill }) {
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
        <p className={css.soft}>{t("none.bill")}</p>
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

function Days({ bill: { month, days } }: { bill: PartnerBill }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const pages = useLocalPages(month, { data: days, isError: false, refetch: () => undefined });
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
        empty={{ title: t("none.title"), text: t("none.bill") }}
        columns={[
          {
            key: "day",
            head: t("days.day"),
            cell: ({ day }) => <span className={css.nowrap}>{formatDate(`${day}T04:00:00Z`, language)}</span>,
          },
          { key: "issued", head: t("sums.issued"), end: true, cell: ({ issued }) => points(issued) },
          { key: "redeemed", head: t("sums.redeemed"), end: true, cell: ({ redeemed }) => points(redeemed) },
        ]}
      />
    </section>
  );
}

function Months({ bill, id }: { bill: PartnerBill; id: string }) {
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
            <Link
              to={`${recordPath(adminPaths.bills, id)}?month=${month}`}
              aria-current={month === bill.month ? "page" : undefined}
            >
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
