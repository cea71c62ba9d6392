import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { ContentList } from "../../kit/editor/ContentList";
import { allOf, type Item, partners } from "../../kit/editor/kinds";
import { lowAt } from "../../kit/lowStock";
import { adminPaths, recordPath } from "../../paths";
import { itemContent } from "./form";

/** The list of rewards. */
export function ItemsScreen() {
  const { t } = useTranslation("adminItems");
  const language = useLanguage();
  const shops = useQuery(allOf(partners)).data ?? [];
  const partnerOf = (item: Item) => {
    const partner = shops.find(({ _id }) => _id === item.partnerId);
    return partner ? localized(partner.name, language) : t("anyPartner");
  };
  return (
    <ContentList
      picture={<EmptyBox />}
      of={itemContent}
      ofPartners
      filter={{
        label: t("allTypes"),
        options: (["coupon", "exchange"] as const).map((value) => ({ value, label: t(`types.${value}`) })),
      }}
      columns={[
        {
          key: "name",
          head: t("item"),
          cell: (row) => (
            <span className={css.who}>
              {row.image ? (
                <img className={css.thumb} src={row.image} alt="" />
              ) : (
                <span className={css.thumb} />
              )}
              <span>
                <Link className={css.open} to={recordPath(adminPaths.items, row._id)}>
                  {localized(row.name, language)}
                </Link>
                <span className={css.two}>{partnerOf(row)}</span>
              </span>
            </span>
          ),
        },
        {
          key: "type",
          head: t("type"),
          soft: true,
          from: "medium",
          cell: (row) => <span className={css.nowrap}>{t(`types.${row.type}`)}</span>,
        },
        { key: "points", head: t("cost"), end: true, cell: (row) => <b>{formatPoints(row.points)}</b> },
        {
          key: "stock",
          head: t("stock"),
          end: true,
          from: "small",
          cell: (row) => <Stock item={row} />,
        },
      ]}
    />
  );
}

function Stock({ item }: { item: Item }) {
  const { t } = useTranslation("adminItems");
  const left = item.leftover ?? -1;
  const at = lowAt(item);
  const low = (left >= 0 && left <= at) || (item.content.kind === "pool" && item.freeCodes <= at);
  return (
    <span className={low ? css.late : undefined}>
      {left < 0 ? t("unlimited") : formatPoints(left)}
      {item.content.kind === "pool" && (
        <span className={css.two}>{t("freeCodes", { count: item.freeCodes })}</span>
      )}
    </span>
  );
}
