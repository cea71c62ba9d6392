import { useState } from "react";
import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatExactTime, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { CsvLink, FileLink, listFile } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { useAddress } from "../../kit/useAddress";
import { useMay } from "../../session";
import { AuditFilters } from "./AuditFilters";
import { type Entry, NARROWED } from "./audit";
import { ChainCheck } from "./ChainCheck";
import { Change } from "./Change";
import { Target } from "./Target";
import { useActionName, useRoleName } from "./words";

const PATH = "/api/admin/audit";

const TONES: Record<string, "leaf" | "harbour" | "pollen" | "kapok" | "plain"> = {
  owner: "leaf",
  operator: "leaf",
  support: "harbour",
  finance: "harbour",
  auditor: "harbour",
  editor: "pollen",
  merchant: "kapok",
};

/** Every change, who made it, and the values before it. */
export function AuditScreen() {
  const { t } = useTranslation("adminAudit");
  const [open, setOpen] = useState<Entry>();
  const readsAll = useMay("readTrail");
  const address = useAddress();
  const asked = Object.fromEntries(
    NARROWED.map((name) => [name, address.get(name)]).filter(([, value]) => value),
  );
  const narrowed = Object.keys(asked).length > 0;
  const pages = usePages<Entry>(["audit", "list", asked], (page, told) =>
    call("get", PATH, { query: { ...asked, ...page }, ...told }),
  );
  return (
    <AdminPage
      title={t("title")}
      line={t(readsAll ? "line" : "linePoints")}
      extra={
        <>
          <CsvLink path={PATH} query={asked} />
          <FileLink href={listFile(PATH, asked, "ndjson")}>NDJSON</FileLink>
        </>
      }
    >
      {readsAll && <ChainCheck />}
      <RecordList
        filters={NARROWED.filter((name) => name !== "q")}
        tools={<AuditFilters {...address} />}
        label={t("title")}
        pages={pages}
        columns={useColumns(setOpen)}
        failed={t("failed")}
        empty={
          narrowed
            ? { picture: <EmptySearch />, title: t("empty.narrowTitle"), text: t("empty.narrowText") }
            : { picture: <EmptySheet />, title: t("empty.title"), text: t("empty.text") }
        }
        open={open?._id}
      />
      {open && (
        <Change
          entry={open}
          onNarrow={(to) => {
            address.change({ ...Object.fromEntries(NARROWED.map((name) => [name, ""])), ...to });
            setOpen(undefined);
          }}
          onClose={() => setOpen(undefined)}
        />
      )}
    </AdminPage>
  );
}

function useColumns(onOpen: (entry: Entry) => void): Column<Entry>[] {
  const { t } = useTranslation("adminAudit");
  const language = useLanguage();
  const roleName = useRoleName();
  const actionName = useActionName();
  return [
    {
      key: "number",
      head: t("number"),
      end: true,
      soft: true,
      from: "wide",
      cell: ({ number }) => formatPoints(number),
    },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "small",
      below: (row) => formatExactTime(row.created, language),
      cell: (row) => <span className={css.nowrap}>{formatExactTime(row.created, language)}</span>,
    },
    {
      key: "who",
      head: t("who"),
      cell: ({ actorName }) => actorName,
      names: true,
    },
    {
      key: "role",
      head: t("role"),
      from: "medium",
      cell: (row) => (
        <Badge tone={TONES[row.actorRole] ?? "plain"} dot={false}>
          {roleName(row.actorRole)}
        </Badge>
      ),
    },
    {
      key: "action",
      head: t("action"),
      cell: (row) => (
        <button type="button" className={css.open} onClick={() => onOpen(row)}>
          {actionName(row.action)}
        </button>
      ),
    },
    {
      key: "target",
      head: t("object"),
      soft: true,
      from: "wide",
      cell: (row) => <Target entry={row} />,
    },
  ];
}
