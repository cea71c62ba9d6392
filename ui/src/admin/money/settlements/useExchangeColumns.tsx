import { useTranslation } from "react-i18next";
import { formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import css from "../../admin.module.css";
import type { Column } from "../../kit/DataTable";
import { fullName } from "../../members/names";
import { exchangeNumber, type Redemption } from "./settlements";

/** The first columns of every list of exchanges: member (opens the record), purpose and points. */
export function useExchangeColumns(onOpen: (exchange: Redemption) => void): Column<Redemption>[] {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  return [
    {
      key: "who",
      head: t("exchange"),
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row)}>
            {fullName(row.member)}
          </button>
          <span className={css.two}>{exchangeNumber(row._id)}</span>
        </>
      ),
    },
    {
      key: "item",
      head: t("item"),
      from: "small",
      cell: (row) => localized(row.redeemItemSnapshot.name, language),
    },
    { key: "points", head: t("points"), end: true, cell: (row) => <b>{formatPoints(row.points)}</b> },
  ];
}
