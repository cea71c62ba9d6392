import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { localized, useLanguage } from "../../../i18n/language";
import { ClosedShop } from "../../../kit/loading/EmptyPlaces";
import { usePartnerTypeName } from "../../../shared/partnerTypes";
import css from "../../admin.module.css";
import { ContentList } from "../../kit/editor/ContentList";
import { adminPaths, recordPath } from "../../paths";
import { partnerContent } from "./form";

/** The list of partners, where members earn and spend points. */
export function PartnersScreen() {
  const { t } = useTranslation("adminPartners");
  const language = useLanguage();
  const typeName = usePartnerTypeName();
  return (
    <ContentList
      picture={<ClosedShop />}
      of={partnerContent}
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
