import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { formatPoints, formatShortId } from "../../../i18n/format";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { usePages } from "../../kit/pages";
import { RowsDialog } from "../../kit/RowsDialog";
import { formatHkd } from "../reports/reports";
import type { Batch } from "./creditBatches";

type Row = components["schemas"]["CreditRow"];

const billOrReason = ({ amountHkd, receipt, reason }: Row) =>
  amountHkd ? [formatHkd(amountHkd), receipt].filter(Boolean).join(" · ") : reason;

/** The rows of a credit batch, in the order of its file. */
export function BatchRowsDialog({ batch: { _id, name }, onClose }: { batch: Batch; onClose(): void }) {
  const { t } = useTranslation("adminCredits");
  const pages = usePages<Row>(["credits", "rows", _id], (page, told) =>
    call("get", "/api/admin/credits/{id}/rows", { path: { id: _id }, query: page, ...told }),
  );
  return (
    <RowsDialog name={name} path={`/api/admin/credits/${_id}/rows`} onClose={onClose}>
      <DataTable
        label={t("rows")}
        pages={pages}
        rowKey={({ line }) => String(line)}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: t("empty.text") }}
        columns={[
          { key: "line", head: t("file.line"), end: true, soft: true, cell: ({ line }) => line },
          { key: "member", head: t("file.member"), cell: ({ shortId }) => formatShortId(shortId) },
          { key: "reason", head: t("back.reason"), from: "small", cell: billOrReason },
          {
            key: "points",
            head: t("points"),
            end: true,
            cell: ({ points, takenBack }) => (
              <>
                <b>{formatPoints(points)}</b>
                {takenBack !== undefined && (
                  <span className={css.two}>{t("back.came", { points: formatPoints(takenBack) })}</span>
                )}
              </>
            ),
          },
        ]}
      />
    </RowsDialog>
  );
}
