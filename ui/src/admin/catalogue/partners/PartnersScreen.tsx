import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import { usePartnerTypeName } from "../../../shared/partnerTypes";
import css from "../../admin.module.css";
import { ContentList } from "../../kit/editor/ContentList";
import { partners } from "../../kit/editor/kinds";
import { adminPaths, recordPath } from "../../paths";
import { useMay } from "../../session";

/** The list of partners, where members earn and spend points. */
export function PartnersScreen() {
  const { t } = useTranslation("adminPartners");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  return (
    <ContentList
      kind={partners}
      path={adminPaths.partners}
      mayWrite={useMay("writeContent")}
      name={({ name }) => name}
      texts={({ name, description }) => [name, description]}
      words={{
        title: t("title"),
        search: t("search"),
        add: t("add"),
        failed: t("failed"),
        emptyTitle: t("empty.title"),
        emptyText: t("empty.text"),
      }}
      columns={[
        {
          key: "name",
          head: t("partner"),
          cell: (row) => (
            <span className={css.who}>
              {row.logo ? (
                <img className={css.thumb} src={row.logo} alt="" />
              ) : (
                <span className={css.thumb} />
              )}
              <Link className={css.open} to={recordPath(adminPaths.partners, row._id)}>
                {localized(row.name, language)}
              </Link>
            </span>
          ),
        },
        {
          key: "type",
          head: t("fields.type"),
          soft: true,
          from: "medium",
          cell: (row) => typeName(row.type),
        },
        {
          key: "base",
          head: t("base"),
          end: true,
          from: "small",
          cell: (row) => <b>{row.basePoints ?? "1"}</b>,
        },
        {
          key: "extra",
          head: t("extra"),
          end: true,
          soft: true,
          from: "medium",
          cell: (row) => row.extraPoints ?? "0",
        },
      ]}
    />
  );
}
