import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../api/call";
import { formatDate, formatPoints, formatShortId } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { Button, ButtonLink } from "../../kit/buttons/Button";
import { FilterIcon, PlusIcon } from "../../kit/icons/icons-admin";
import { EmptySearch } from "../../kit/loading/EmptyPictures";
import { EmptyBench } from "../../kit/loading/EmptyWork";
import css from "../admin.module.css";
import { initials } from "../entry/frame/Logo";
import { AdminPage } from "../kit/AdminPage";
import type { Column } from "../kit/DataTable";
import { DayRange, daysOf } from "../kit/DayRange";
import { HeldCsv } from "../kit/FileLink";
import { ImportButton } from "../kit/import/ImportButton";
import { usePages } from "../kit/pages";
import { RecordList } from "../kit/RecordList";
import { SortSelect } from "../kit/SortSelect";
import { type Orders, useSorting } from "../kit/sorting";
import { AnyOf, SearchBox } from "../kit/Tools";
import { useAddress } from "../kit/useAddress";
import { adminPaths, recordPath } from "../paths";
import { useMay } from "../session";
import { membersImport } from "./import";
import type { AdminMember } from "./members";
import { NewMemberDialog } from "./NewMemberDialog";
import { formatPhone, fullName } from "./names";
import { StatusBadge } from "./StatusBadge";
import { segmentsQuery } from "./segments/segments";

const STATUSES = ["active", "suspended", "erased"] as const;
const FILTERS = ["status", "segment", "from", "to"];
const ORDERS: Orders<"newest" | "oldest" | "name"> = [
  { value: "newest", column: "joined", way: "descending" },
  { value: "oldest", column: "joined", way: "ascending" },
  { value: "name", column: "name", way: "ascending" },
];

/** All members, filtered by search text, status, segment and the day on which they joined. */
export function MembersScreen() {
  const { t } = useTranslation("adminMembers");
  const { get, change } = useAddress();
  const mayAdd = useMay("suspend");
  const mayLoad = useMay("adjustPoints");
  const [adding, setAdding] = useState(false);
  const q = get("q");
  const status = STATUSES.find((one) => one === get("status"));
  const sorting = useSorting(ORDERS);
  const segments = useQuery(segmentsQuery()).data ?? [];
  const segment = get("segment");
  const days = daysOf(get);
  const asked = {
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(segment ? { segment } : {}),
    ...days,
    ...sorting.asked,
  };
  const pages = usePages<AdminMember>(["members", "list", asked], (page, told) =>
    call("get", "/api/admin/members", { query: { ...page, ...asked }, ...told }),
  );
  const columns = useColumns();
  return (
    <AdminPage
      title={t("title")}
      extra={
        <>
          <ButtonLink kind="quiet" small to={adminPaths.segments}>
            {t("segments")}
          </ButtonLink>
          <HeldCsv path="/api/admin/members" query={asked} name="members" />
          {mayLoad && <ImportButton list={membersImport} />}
        </>
      }
      actions={
        mayAdd && (
          <Button small icon={<PlusIcon size={20} />} onClick={() => setAdding(true)}>
            {t("add")}
          </Button>
        )
      }
    >
      <RecordList
        filters={FILTERS}
        tools={
          <>
            <SearchBox label={t("search")} value={q} onSearch={(text) => change({ q: text })} />
            <AnyOf
              label={t("status")}
              icon={<FilterIcon size={20} />}
              any={t("everybody")}
              of={STATUSES}
              word={(value) => t(`statuses.${value}`)}
              value={status}
              onChoose={(value) => change({ status: value })}
            />
            {segments.length > 0 && (
              <AnyOf
                label={t("segment")}
                any={t("anySegment")}
                of={segments.map(({ _id }) => _id)}
                word={(value) => segments.find(({ _id }) => _id === value)?.name ?? ""}
                value={segment || undefined}
                onChoose={(value) => change({ segment: value })}
              />
            )}
            <DayRange from={t("joinedFrom")} to={t("joinedTo")} get={get} change={change} />
            <SortSelect
              label={t("order")}
              sorting={sorting}
              word={(value) => t(`orders.${value}`)}
              until="medium"
            />
          </>
        }
        label={t("title")}
        pages={pages}
        columns={columns}
        sorting={sorting}
        failed={t("failed")}
        empty={
          q
            ? { picture: <EmptySearch />, title: t("none.title"), text: t("none.text", { q }) }
            : status || segment || days.from || days.to
              ? { picture: <EmptySearch />, title: t("none.title"), text: t("none.narrowed") }
              : { picture: <EmptyBench />, title: t("empty.title"), text: t("empty.text") }
        }
      />
      {adding && <NewMemberDialog onClose={() => setAdding(false)} />}
    </AdminPage>
  );
}

function useColumns(): Column<AdminMember>[] {
  const { t } = useTranslation("adminMembers");
  const language = useLanguage();
  return [
    {
      key: "name",
      head: t("member"),
      cell: (row) => (
        <span className={css.who}>
          <i className={css.initials} aria-hidden="true">
            {initials(fullName(row))}
          </i>
          <Link className={css.open} to={recordPath(adminPaths.members, row._id)}>
            {fullName(row)}
          </Link>
        </span>
      ),
      names: true,
    },
    {
      key: "id",
      head: t("id"),
      soft: true,
      from: "medium",
      below: (row) => formatShortId(row.shortId),
      cell: (row) => <span className={css.nowrap}>{formatShortId(row.shortId)}</span>,
    },
    {
      key: "contact",
      head: t("contact"),
      soft: true,
      from: "wide",
      cell: (row) => row.email ?? formatPhone(row.phone),
    },
    { key: "points", head: t("points"), end: true, cell: (row) => <b>{formatPoints(row.points)}</b> },
    {
      key: "joined",
      head: t("joined"),
      soft: true,
      from: "medium",
      cell: (row) => <span className={css.nowrap}>{formatDate(row.created, language)}</span>,
    },
    {
      key: "status",
      head: t("status"),
      from: "small",
      below: ({ status }) => status !== "active" && <StatusBadge status={status} />,
      cell: (row) => <StatusBadge status={row.status} />,
    },
  ];
}
