import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatDateTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptyBell } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { ApprovalDrawer } from "./ApprovalDrawer";
import { type Approval, STANDINGS, TONES } from "./approvals";
import { useActionName } from "./words";

/** The queue of requests that need a second person. */
export function ApprovalsScreen() {
  const { t } = useTranslation("adminApprovals");
  const { get, change } = useAddress();
  const [open, setOpen] = useState<string>();
  const wanted =
    get("show") === "all" ? undefined : (STANDINGS.find((one) => one === get("show")) ?? "pending");
  const pages = usePages<Approval>(["approvals", wanted ?? "all"], (query, told) =>
    call("get", "/api/admin/approvals", { query: { ...query, ...(wanted && { status: wanted }) }, ...told }),
  );
  const shown = pages.rows?.find(({ _id }) => _id === open);
  return (
    <AdminPage
      title={t("title")}
      line={t("line")}
      extra={<CsvLink path="/api/admin/approvals" query={{ status: wanted }} />}
    >
      <RecordList
        tools={
          <Filter
            label={t("show")}
            value={wanted ?? "all"}
            options={[
              ...STANDINGS.map((value) => ({ value: value as string, label: t(`statuses.${value}`) })),
              { value: "all", label: t("all") },
            ]}
            onChoose={(value) => change({ show: value === "pending" ? "" : value })}
          />
        }
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpen)}
        failed={t("failed")}
        empty={{ picture: <EmptyBell />, title: t("empty.title"), text: t("empty.text") }}
        open={open}
      />
      {shown && <ApprovalDrawer key={shown._id} approval={shown} onClose={() => setOpen(undefined)} />}
    </AdminPage>
  );
}

function useColumns(onOpen: (id: string) => void): Column<Approval>[] {
  const { t } = useTranslation("adminApprovals");
  const language = useLanguage();
  const actionName = useActionName();
  return [
    {
      key: "what",
      head: t("what"),
      cell: (row) => (
        <>
          <button type="button" className={css.open} onClick={() => onOpen(row._id)}>
            {actionName(row.action)}
          </button>
          <span className={css.two}>{row.askedBy.name}</span>
        </>
      ),
    },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "small",
      cell: ({ created }) => formatDateTime(created, language),
    },
    {
      key: "until",
      head: t("until"),
      soft: true,
      from: "medium",
      cell: ({ expires }) => formatDateTime(expires, language),
    },
    {
      key: "status",
      head: t("status"),
      cell: ({ status }) => (
        <Badge tone={TONES[status]} dot={false}>
          {t(`statuses.${status}`)}
        </Badge>
      ),
    },
  ];
}
