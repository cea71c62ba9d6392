import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { useLocalPages } from "../../kit/pages";
import { type PartnerShare, partnerSharesQuery, type Span } from "./reports";

/** Each partner's share of the period. */
export function ByPartner({ span }: { span: Span }) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const pages = useLocalPages<PartnerShare>(`${span.from} ${span.to}`, useQuery(partnerSharesQuery(span)));
  const number = (key: "redeemed" | "redemptions" | "collected", from?: "small" | "wide") => ({
    key,
    head: t(`partners.${key}`),
    end: true,
    ...(from ? { from } : {}),
    cell: (row: PartnerShare) => formatPoints(row[key]),
  });
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
        columns={[
          {
            key: "name",
            head: t("partner"),
            cell: ({ name }) =>
              name ? localized(name, language) : <span className={css.soft}>{t("partners.none")}</span>,
          },
          {
            key: "issued",
            head: t("issued"),
            end: true,
            cell: ({ issued }) => <span className={css.strong}>{formatPoints(issued)}</span>,
          },
          number("redeemed"),
          number("redemptions", "small"),
          number("collected", "small"),
        ]}
      />
    </section>
  );
}
