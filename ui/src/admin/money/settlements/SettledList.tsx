import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDate, formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { EmptyBox } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { usePages } from "../../kit/pages";
import type { Sorting } from "../../kit/sorting";
import type { Redemption, RequestOrder, SettlementFilter } from "./settlements";
import { useExchangeColumns } from "./useExchangeColumns";

interface SettledListProps {
  status: "confirmed" | "rejected";
  filters: SettlementFilter;
  sorting: Sorting<RequestOrder>;
  shown: Redemption | undefined;
  onOpen(exchange: Redemption): void;
}

/** Settled exchanges, by the day of their request. */
export function SettledList({ status, filters, sorting, shown, onOpen }: SettledListProps) {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  const columns = useExchangeColumns(onOpen);
  const pages = usePages<Redemption>(["redemptions", status, filters, sorting.chosen.value], (page, told) =>
    call("get", "/api/admin/redemptions", {
      query: { ...page, ...filters, status, type: "exchange", sort: sorting.chosen.value },
      ...told,
    }),
  );
  return (
    <DataTable
      label={t(`tabs.${status}`)}
      pages={pages}
      sorting={sorting}
      failed={t("failed")}
      empty={
        Object.keys(filters).length > 0
          ? { picture: <EmptySearch />, title: t("none.narrowed"), text: t("none.narrowedText") }
          : { picture: <EmptyBox />, title: t(`none.${status}`), text: t("none.text") }
      }
      rowKey={({ _id }) => _id}
      chosen={(row) => row._id === shown?._id}
      columns={[
        ...columns,
        {
          key: "requested",
          head: t("requestedOn"),
          soft: true,
          from: "wide",
          cell: (row) => <span className={css.nowrap}>{formatDate(row.created, language)}</span>,
        },
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
