import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import css from "../../admin.module.css";
import { type Column, Table } from "../../kit/DataTable";
import { NothingYet } from "../../kit/NothingYet";
import { formatHkd } from "../../money/reports/reports";
import { Change } from "../Change";
import { percentChange } from "../change";
import own from "../Portal.module.css";
import type { Sales, SalesAsked, SalesRow } from "../portal";
import { SalesFile } from "./SalesFile";

interface SalesTableProps {
  title: string;
  head: string;
  by: "outlet" | "cashier";
  rows: readonly SalesRow[];
  name(row: SalesRow): string;
  sales: Sales;
  asked: SalesAsked;
}

const SUM = "sum";

/** Sales by outlet or by cashier; the last row is the sum of all. */
export function SalesTable({ title, head, by, rows, name, sales, asked }: SalesTableProps) {
  const { t } = useTranslation("portal");
  const sum: SalesRow = { ...sales.total, _id: SUM, pointsBefore: sales.before.points };
  const shown = (row: SalesRow, text: string) =>
    row._id === SUM ? <span className={own.sum}>{text}</span> : text;
  const number = (
    key: "awards" | "points" | "collected" | "undone",
    from?: "small" | "medium",
  ): Column<SalesRow> => ({
    key,
    head: t(key),
    end: true,
    ...(from ? { from, below: (row) => `${t(key)} ${formatPoints(row[key])}` } : {}),
    cell: (row) => shown(row, formatPoints(row[key])),
  });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{title}</h2>
        {rows.length > 0 && <SalesFile asked={asked} by={by} of={title} />}
      </div>
      {rows.length === 0 ? (
        <NothingYet picture={by === "outlet" ? <ClosedShop /> : <EmptyBench />}>
          {t("sales.empty")}
        </NothingYet>
      ) : (
        <Table
          label={title}
          rows={[...rows, sum]}
          rowKey={({ _id }) => _id ?? ""}
          columns={[
            {
              key: "name",
              head,
              names: true,
              cell: (row) => shown(row, row._id === SUM ? t("sales.sum") : name(row)),
            },
            number("points"),
            {
              key: "amount",
              head: t("bills"),
              end: true,
              from: "small",
              below: ({ amountHkd }) => formatHkd(amountHkd),
              cell: (row) => shown(row, formatHkd(row.amountHkd).replace("HK$", "")),
            },
            number("awards", "small"),
            number("collected", "medium"),
            number("undone", "medium"),
            {
              key: "change",
              head: t("change"),
              end: true,
              cell: ({ points, pointsBefore }) => <Change of={percentChange(points, pointsBefore)} />,
            },
          ]}
        />
      )}
    </section>
  );
}
