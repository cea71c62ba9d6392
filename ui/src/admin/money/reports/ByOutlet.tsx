import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { type OutletShare, outletSharesQuery, type Span } from "./reports";

/** Activity by outlet: purchases that earned points, and coupons collected. */
export function ByOutlet({ span }: { span: Span }) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const number = (key: "awards" | "issued" | "collected", from?: "small"): Column<OutletShare> => ({
    key,
    head: t(`outlets.${key}`),
    end: true,
    ...(from ? { from } : {}),
    by: (row) => row[key],
    cell: (row) => formatPoints(row[key]),
  });
  const columns: Column<OutletShare>[] = [
    {
      key: "name",
      head: t("outlets.outlet"),
      by: ({ name }) => name && localized(name, language),
      cell: ({ name, partnerName }) => (
        <>
          {name ? localized(name, language) : <span className={css.soft}>{t("outlets.none")}</span>}
          <span className={css.two}>{localized(partnerName, language)}</span>
        </>
      ),
    },
    number("collected"),
    number("awards", "small"),
    number("issued"),
  ];
  const shares = useQuery(outletSharesQuery(span));
  const pages = useLocalPages(`${span.from} ${span.to}`, shares, { columns, name: "outletsBy" });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("outlets.title")}</h2>
        <CsvLink path="/api/admin/reports/outlets" query={{ ...span }} of={t("outlets.title")} />
      </div>
      <DataTable
        label={t("outlets.title")}
        pages={pages}
        rowKey={({ _id, partner }) => _id ?? partner}
        failed={t("failed")}
        empty={{ picture: <ClosedShop />, title: t("outlets.empty"), text: t("outlets.emptyText") }}
        columns={columns}
      />
    </section>
  );
}
