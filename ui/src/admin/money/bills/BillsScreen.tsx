import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatDateTime, formatMonth, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { EmptyReceipt } from "../../../kit/loading/EmptyPictures";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Badge, Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";
import { formatHkd } from "../reports/reports";
import own from "./Bills.module.css";
import { type BillRow, billsQuery, type MonthBills, opposite } from "./bills";
import { CloseDialog } from "./CloseDialog";
import { MonthFilter, useChosenMonth } from "./MonthFilter";
import { Sums } from "./Sums";

/** The bills of all partners for a month. */
export function BillsScreen() {
  const { t } = useTranslation("adminBills");
  const [closing, setClosing] = useState(false);
  const month = useChosenMonth();
  const bills = useQuery(billsQuery(month));
  const mayClose = useMay("settle");
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      actions={
        <>
          <MonthFilter label={t("month")} first={bills.data?.firstMonth} />
          <CsvLink path="/api/admin/bills" query={{ month }} of={t("title")} />
          {mayClose && bills.data?.closable && (
            <Button small onClick={() => setClosing(true)}>
              {t("close.open")}
            </Button>
          )}
        </>
      }
    >
      <Loaded of={bills} failed={t("failed")} skeleton={<RowSkeleton count={6} />}>
        {(found) => (
          <>
            <Sums sums={found.total} />
            <div className={own.note}>
              <Standing of={found} />
            </div>
            <Bills of={found} />
            <section className={css.panel}>
              <h2>{t("ties.title")}</h2>
              <p>
                {t("ties.without", {
                  issued: formatPoints(found.issuedWithoutPartner),
                  redeemed: formatPoints(found.redeemedWithoutPartner),
                })}
              </p>
              <p>
                {t("ties.sum", {
                  issued: formatPoints(found.total.issued + found.issuedWithoutPartner),
                  redeemed: formatPoints(found.total.redeemed + found.redeemedWithoutPartner),
                })}
              </p>
            </section>
          </>
        )}
      </Loaded>
      {closing && (
        <CloseDialog
          month={month}
          first={bills.data?.nextToClose === undefined}
          onClose={() => setClosing(false)}
        />
      )}
    </AdminPage>
  );
}

/** Shows whether the month is closed, or which earlier month has to be closed first. */
function Standing({ of: { month, closed, nextToClose } }: { of: MonthBills }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  if (closed)
    return (
      <Note>
        {t("closedOn", {
          time: formatDateTime(closed.at, language),
          name: closed.by,
          number: formatPoints(closed.ledgerNumber),
        })}
      </Note>
    );
  if (nextToClose && nextToClose < month)
    return (
      <Note tone="pollen">
        {t("closeFirst", { month: formatMonth(nextToClose, language) })}{" "}
        <Link to={`${adminPaths.bills}?month=${nextToClose}`}>{t("openMonth")}</Link>
      </Note>
    );
  return <Note>{t("soFar")}</Note>;
}

function Bills({ of: { month, bills, closed } }: { of: MonthBills }) {
  const { t } = useTranslation("adminBills");
  const language = useLanguage();
  const amount = (key: "issuedHkd" | "redeemedHkd" | "feeHkd", from: "medium" | "wide"): Column<BillRow> => ({
    key,
    head: t(`sums.${key}`),
    end: true,
    from,
    by: (row) => Number(key === "redeemedHkd" ? opposite(row[key]) : row[key]),
    cell: (row) => (
      <span className={css.nowrap}>{formatHkd(key === "redeemedHkd" ? opposite(row[key]) : row[key])}</span>
    ),
  });
  const points = (key: "issued" | "redeemed"): Column<BillRow> => ({
    key,
    head: t(`sums.${key}`),
    end: true,
    from: "small",
    by: (row) => row[key],
    cell: (row) => formatPoints(row[key]),
  });
  const columns: Column<BillRow>[] = [
    {
      key: "partner",
      head: t("partner"),
      by: ({ name }) => localized(name, language),
      names: true,
      cell: ({ partnerId, name, number }) => (
        <>
          <Link className={css.open} to={`${recordPath(adminPaths.bills, partnerId)}?month=${month}`}>
            {localized(name, language)}
          </Link>
          {number !== undefined && <span className={css.two}>{t("number", { number })}</span>}
        </>
      ),
    },
    points("issued"),
    amount("issuedHkd", "medium"),
    points("redeemed"),
    amount("redeemedHkd", "medium"),
    amount("feeHkd", "wide"),
    {
      key: "toPay",
      head: t("sums.toPayHkd"),
      end: true,
      by: ({ toPayHkd }) => Number(toPayHkd),
      cell: ({ toPayHkd }) => <span className={`${css.strong} ${css.nowrap}`}>{formatHkd(toPayHkd)}</span>,
    },
    {
      key: "state",
      head: t("state"),
      from: "wide",
      cell: () => (
        <Badge tone={closed ? "leaf" : "pollen"} dot={false}>
          {t(closed ? "closed" : "open")}
        </Badge>
      ),
    },
  ];
  const list = { data: bills, isError: false, refetch: () => undefined };
  const pages = useLocalPages(month, list, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <DataTable
        label={t("title")}
        pages={pages}
        rowKey={({ partnerId }) => partnerId}
        failed={t("failed")}
        empty={{ picture: <EmptyReceipt />, title: t("none.title"), text: t("none.text") }}
        columns={columns}
      />
    </section>
  );
}
