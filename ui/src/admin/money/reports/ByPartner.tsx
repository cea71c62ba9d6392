import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { type PartnerShare, partnerSharesQuery, type Span } from "./reports";

/** Each partner's share of the period. */
export function ByPartner({ span }: { span: Span }) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const number = (
    key: "redeemed" | "redemptions" | "collected",
    from?: "small" | "wide",
  ): Column<PartnerShare> => ({
    key,
    head: t(`partners.${key}`),
    end: true,
    ...(from ? { from } : {}),
    by: (row) => row[key],
    cell: (row) => formatPoints(row[key]),
  });
  const columns: Column<PartnerShare>[] = [
    {
      key: "name",
      head: t("partner"),
      by: ({ name }) => name && localized(name, language),
      cell: ({ name }) =>
        name ? localized(name, language) : <span className={css.soft}>{t("partners.none")}</span>,
    },
    {
      key: "issued",
      head: t("issued"),
      end: true,
      by: ({ issued }) => issued,
      cell: ({ issued }) => <span className={css.strong}>{formatPoints(issued)}</span>,
    },
    number("redeemed"),
    number("redemptions", "small"),
    number("collected", "small"),
  ];
  const shares = useQuery(partnerSharesQuery(span));
  const pages = useLocalPages(`${span.from} ${span.to}`, shares, { columns, name: "partnersBy" });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("partners.title")}</h2>
        <CsvLink path="/api/admin/reports/partners" query={{ ...span }} of={t("partners.title")} />
      </div>
      <DataTable
        label={t("partners.title")}
        pages={pages}
        rowKey={({ _id }) => _id ?? ""}
        failed={t("failed")}
        empty={{ picture: <ClosedShop />, title: t("none.title"), text: t("none.text") }}
        columns={columns}
      />
    </section>
  );
}
