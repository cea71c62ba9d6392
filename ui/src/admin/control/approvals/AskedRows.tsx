import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import type { components } from "../../../api/schema";
import { formatPoints, formatShortId } from "../../../i18n/format";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { usePages } from "../../kit/pages";
import { RowsDialog } from "../../kit/RowsDialog";
import { MemberLink } from "../../members/MemberLink";
import { formatHkd } from "../../money/reports/reports";
import type { Approval } from "./approvals";

type Row = components["schemas"]["PlannedCredit"];

/** The rows of a credit batch, in the order of the file. */
export function AskedRows({ approval, onClose }: { approval: Approval; onClose(): void }) {
  const { t } = useTranslation("adminApprovals");
  const { _id, target: name } = approval;
  const pages = usePages<Row>(["approvals", "rows", _id], (page, told) =>
    call("get", "/api/admin/approvals/{id}/rows", { path: { id: _id }, query: page, ...told }),
  );
  return (
    <RowsDialog name={name} path={`/api/admin/approvals/${_id}/rows`} onClose={onClose}>
      <DataTable
        label={t("fields.rows")}
        pages={pages}
        rowKey={({ line }) => String(line)}
        failed={t("rows.failed")}
        empty={{ title: t("empty.title"), text: t("empty.text") }}
        columns={[
          { key: "line", head: t("rows.line"), end: true, soft: true, cell: ({ line }) => line },
          {
            key: "member",
            head: t("member"),
            cell: ({ member, identifier }) => (
              <>
                {member ? <MemberLink member={member} /> : identifier}
                <span className={css.two}>{member ? formatShortId(member.shortId) : t("rows.nobody")}</span>
              </>
            ),
          },
          {
            key: "reason",
            head: t("fields.reason"),
            from: "small",
            cell: ({ amountHkd, reason }) => (amountHkd ? formatHkd(amountHkd) : reason),
          },
          {
            key: "points",
            head: t("fields.points"),
            end: true,
            cell: ({ points }) => <b>{formatPoints(points)}</b>,
          },
        ]}
      />
    </RowsDialog>
  );
}
