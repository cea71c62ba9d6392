import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../../api/call";
import { formatDate, formatDateTime, formatPoints } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { EmptyBell, EmptySearch } from "../../../kit/loading/EmptyPictures";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import type { Column } from "../../kit/DataTable";
import { BulkBar } from "../../kit/editor/BulkBar";
import { StateBadge } from "../../kit/editor/StateBadge";
import { usePick } from "../../kit/editor/usePick";
import { CsvLink } from "../../kit/FileLink";
import { ImportButton } from "../../kit/import/ImportButton";
import { usePages } from "../../kit/pages";
import { RecordList } from "../../kit/RecordList";
import { SortSelect } from "../../kit/SortSelect";
import { type Orders, useSorting } from "../../kit/sorting";
import { AnyOf, SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths, newPath, recordPath } from "../../paths";
import { useMay } from "../../session";
import { type Announcement, announcementsImport, manyAnnouncements, STATES } from "./announcements";

export const TONES = { draft: "plain", scheduled: "harbour", sending: "pollen", sent: "leaf" } as const;

const SHOWN = [...STATES, "deleted"] as const;
const FILTERS = ["state"];
const ORDERS: Orders<"newest" | "oldest" | "updated" | "name"> = [
  { value: "newest", column: "created", way: "descending" },
  { value: "oldest", column: "created", way: "ascending" },
  { value: "updated", column: "updated", way: "descending" },
  { value: "name", column: "what", way: "ascending" },
];

/** The list of announcements, with the number of members reached. */
export function AnnouncementsScreen() {
  const { t } = useTranslation("adminAnnouncements");
  const { get, change } = useAddress();
  const { t: content } = useTranslation("adminContent");
  const language = useLanguage();
  const mayWrite = useMay("writeContent");
  const q = get("q");
  const state = SHOWN.find((one) => one === get("state"));
  const sorting = useSorting(ORDERS);
  const asked = { ...(q ? { q } : {}), ...(state ? { state } : {}), ...sorting.asked };
  const view = JSON.stringify(asked);
  const pages = usePages<Announcement>(["notifications", "list", asked], (page, told) =>
    call("get", "/api/admin/notifications", { query: { ...page, ...asked }, ...told }),
  );
  const [picked, setPicked] = useState<{ view: string; ids: ReadonlySet<string> }>();
  const ids = picked?.view === view ? picked.ids : new Set<string>();
  const nameOf = ({ title }: Announcement) => localized(title, language);
  const pick = usePick({
    ids,
    rows: pages.rows ?? [],
    nameOf,
    onPick: (next) => setPicked({ view, ids: next }),
  });
  const columns = useColumns();
  const seen = pages.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const add = mayWrite && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(adminPaths.announcements)}>
      {t("add")}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={t("title")}
      extra={
        <>
          <CsvLink path="/api/admin/notifications" query={asked} />
          {mayWrite && <ImportButton list={announcementsImport} />}
        </>
      }
      actions={add}
    >
      <RecordList
        filters={FILTERS}
        tools={
          <>
            <SearchBox label={t("search")} value={q} onSearch={(text) => change({ q: text })} />
            <AnyOf
              label={t("fields.state")}
              any={t("allStates")}
              of={SHOWN}
              word={(value) => (value === "deleted" ? content("states.deleted") : t(`states.${value}`))}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
            <SortSelect
              label={content("sort")}
              sorting={sorting}
              word={(value) => content(`sorts.${value}`)}
              until="wide"
            />
          </>
        }
        label={t("title")}
        pages={pages}
        columns={mayWrite ? [pick, ...columns] : columns}
        picked={ids}
        sorting={sorting}
        failed={t("failed")}
        empty={
          q || state
            ? { picture: <EmptySearch />, title: content("none.title"), text: content("none.text") }
            : { picture: <EmptyBell />, title: t("empty.title"), text: t("empty.text"), action: add }
        }
      />
      {mayWrite && ids.size > 0 && (
        <BulkBar
          kind={manyAnnouncements}
          chosen={seen
            .filter(({ _id }) => ids.has(_id))
            .map((one) => ({ id: one._id, name: nameOf(one), missing: [] }))}
          stands={false}
          deleted={state === "deleted"}
          onDone={() => setPicked(undefined)}
        />
      )}
    </AdminPage>
  );
}

function useColumns(): Column<Announcement>[] {
  const { t } = useTranslation("adminAnnouncements");
  const { t: content } = useTranslation("adminContent");
  const language = useLanguage();
  return [
    {
      key: "what",
      head: t("what"),
      cell: (row) => (
        <>
          {row.deletedAt ? (
            <b>{localized(row.title, language)}</b>
          ) : (
            <Link className={css.open} to={recordPath(adminPaths.announcements, row._id)}>
              {localized(row.title, language)}
            </Link>
          )}
          <span className={css.two}>
            {t(Object.keys(row.segment ?? {}).length > 0 ? "whom.some" : "whom.everyone")}
          </span>
        </>
      ),
    },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "medium",
      cell: ({ sentAt, sendAt }) => {
        const moment = sentAt ?? sendAt;
        return moment && <span className={css.nowrap}>{formatDateTime(moment, language)}</span>;
      },
    },
    {
      key: "delivered",
      head: t("delivered"),
      end: true,
      from: "small",
      cell: (row) => formatPoints(row.delivered),
    },
    { key: "opened", head: t("opened"), end: true, from: "small", cell: (row) => formatPoints(row.opened) },
    {
      key: "created",
      head: content("created"),
      soft: true,
      from: "wide",
      cell: (row) => <span className={css.nowrap}>{formatDate(row.created, language)}</span>,
    },
    {
      key: "updated",
      head: content("updated"),
      soft: true,
      from: "wide",
      cell: (row) => <span className={css.nowrap}>{formatDate(row.updated, language)}</span>,
    },
    {
      key: "state",
      head: t("fields.state"),
      cell: ({ state = "draft", deletedAt }) =>
        deletedAt ? (
          <StateBadge state="deleted" />
        ) : (
          <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>
        ),
    },
  ];
}
