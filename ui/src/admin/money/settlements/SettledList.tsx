import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { DataTable } from "../../kit/DataTable";
import { usePages } from "../../kit/pages";
import type { Redemption } from "./settlements";
import { useExchangeColumns } from "./useExchangeColumns";

interface SettledListProps {
  status: "confirmed" | "rejected";
  shown: Redemption | undefined;
  onOpen(exchange: Redemption): void;
}

/** Settled exchanges, newest first. */
export function SettledList({ status, shown, onOpen }: SettledListProps) {
  const { t } = useTranslation("adminSettlement");
  const language = useLanguage();
  const columns = useExchangeColumns(onOpen);
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
        ...columns,
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
