import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../api/call";
import { formatExactTime } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { EmptySheet } from "../../kit/loading/EmptyPlaces";
import css from "../admin.module.css";
import { useActionName, useRoleName } from "../control/audit/words";
import { DataTable } from "../kit/DataTable";
import { usePages } from "../kit/pages";
import { adminPaths } from "../paths";
import own from "./Members.module.css";
import type { AuditEntry } from "./members";

/** Staff actions on the member, and who viewed their data. */
export function MemberAudit({ id }: { id: string }) {
  const { t } = useTranslation("adminMember");
  const language = useLanguage();
  const roleName = useRoleName();
  const actionName = useActionName();
  const pages = usePages<AuditEntry>(["audit", "of", id], (query, told) =>
    call("get", "/api/admin/audit", { query: { ...query, target: id }, ...told }),
  );
  return (
    <>
      <p className={own.above}>
        <Link className={css.quietLink} to={`${adminPaths.audit}?target=${encodeURIComponent(id)}`}>
          {t("trail.whole")}
        </Link>
      </p>
      <DataTable
        label={t("tabs.trail")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("trail.failed")}
        empty={{ picture: <EmptySheet />, title: t("trail.empty"), text: t("trail.emptyText") }}
        columns={[
          {
            key: "what",
            head: t("trail.what"),
            cell: (row) => (
              <>
                {actionName(row.action)}
                <span className={css.two}>{reasonOf(row)}</span>
              </>
            ),
          },
          {
            key: "who",
            head: t("trail.who"),
            cell: (row) => (
              <>
                {row.actorName}
                <span className={css.two}>{roleName(row.actorRole)}</span>
              </>
            ),
          },
          {
            key: "when",
            head: t("messages.when"),
            soft: true,
            from: "small",
            cell: (row) => <span className={css.nowrap}>{formatExactTime(row.created, language)}</span>,
          },
        ]}
      />
    </>
  );
}

/** The reason, if the entry has one. */
function reasonOf({ after }: AuditEntry): string | undefined {
  const noted: { reason?: unknown } = after ?? {};
  return typeof noted.reason === "string" ? noted.reason : undefined;
}
