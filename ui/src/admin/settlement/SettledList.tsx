import { useTranslation } from "react-i18next";
import { call } from "../../api/call";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import { DataTable } from "../components/DataTable";
import { usePages } from "../components/pages";
import css from "../desk.module.css";
import { fullName } from "../members/names";
import { exchangeNumber, type Redemption } from "./queue";

interface SettledListProps {
  status: "confirmed" | "rejected";
  shown: Redemption | undefined;
  onOpen(exchange: Redemption): void;
}

/** Exchanges that came to an end, newest first. */
export function SettledList({ status, shown, onOpen }: SettledListProps) {
  const { t } = useTranslation("deskSettlement");
  const language = useLanguage();
  const pages = usePages<Redemption>(["redemptions", status], ({ limit, cursor }, told) =>
    call("get", "/api/admin/redemptions", {
      query: { status, type: "exchange", limit, ...(cursor ? { cursor } : {}) },
      ...told,
    }),
  );
  return (
    <DataTable
      label={t(`tabs.${status}`)}
      pages={pages}
      failed={t("failed")}
      empty={{ title: t(`none.${status}`), text: t("none.text") }}
      rowKey={({ _id }) => _id}
      chosen={(row) => row._id === shown?._id}
      columns={[
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
        {
          key: "when",
          head: t("settledAt"),
          soft: true,
          from: "medium",
          cell: (row) => formatDateTime(row.settledAt ?? row.created, language),
        },
      ]}
    />
  );
}
