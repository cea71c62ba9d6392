import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import type { ReportDay } from "../../kit/charts/buckets";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { formatHkd, type Span, spanQuery } from "./reports";

interface ByDayProps {
  span: Span;
  partner: string;
}

/** The report by day as a table, newest day first. */
export function ByDay({ span, partner }: ByDayProps) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const summary = useQuery(spanQuery(span, partner));
  const number = (
    key: "issued" | "redeemed" | "expired" | "transferred",
    from?: "small" | "medium",
  ): Column<ReportDay> => ({
    key,
    head: t(key),
    end: true,
    ...(from ? { from } : {}),
    by: (row) => row[key],
    cell: (row) => formatPoints(row[key]),
  });
  const owed: Column<ReportDay>[] = partner
    ? []
    : [
        {
          key: "outstanding",
          head: t("outstanding"),
          end: true,
          by: ({ outstanding }) => outstanding,
          cell: ({ outstanding = 0 }) => <span className={css.strong}>{formatPoints(outstanding)}</span>,
        },
        {
          key: "liability",
          head: t("days.hkd"),
          end: true,
          from: "medium",
          by: ({ liability }) => (liability === undefined ? undefined : Number(liability)),
          cell: ({ liability }) => liability !== undefined && formatHkd(liability),
        },
      ];
  const columns: Column<ReportDay>[] = [
    {
      key: "day",
      head: t("days.day"),
      by: ({ day }) => Date.parse(day),
      cell: ({ day }) => <span className={css.nowrap}>{formatDate(`${day}T04:00:00Z`, language)}</span>,
    },
    number("issued"),
    number("redeemed"),
    number("expired", "medium"),
    number("transferred", "medium"),
    ...owed,
  ];
  const pages = useLocalPages<ReportDay>(
    `${span.from} ${span.to} ${partner}`,
    {
      data: summary.data && [...summary.data.days].reverse(),
      isError: summary.isError,
      refetch: summary.refetch,
    },
    { columns, given: { column: "day", way: "descending" } },
  );
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("days.title")}</h2>
        <CsvLink path="/api/admin/reports/summary" query={{ ...span, partner }} of={t("days.title")} />
      </div>
      <DataTable
        label={t("days.title")}
        pages={pages}
        rowKey={({ day }) => day}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t("none.title"), text: t("none.text") }}
        columns={columns}
      />
    </section>
  );
}
