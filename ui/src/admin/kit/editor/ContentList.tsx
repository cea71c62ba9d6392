import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import css from "../../admin.module.css";
import { newPath } from "../../paths";
import { useMay } from "../../session";
import { AdminPage } from "../AdminPage";
import { type Column, DataTable } from "../DataTable";
import { daysOf } from "../DayRange";
import { CsvLink } from "../FileLink";
import { ImportButton } from "../import/ImportButton";
import { usePages } from "../pages";
import { type Orders, useSorting } from "../sorting";
import { useAddress } from "../useAddress";
import { BulkBar } from "./BulkBar";
import { Completeness } from "./Completeness";
import { ContentFilters, type TypeChoice } from "./ContentFilters";
import type { Content } from "./content";
import { importOf } from "./import";
import type { ContentSort, Standing } from "./kinds";
import { isComplete } from "./localized";
import { SHOWN, StateBadge, stateOf } from "./StateBadge";
import { usePick } from "./usePick";

interface Listed extends Standing {
  active?: boolean;
  created: string;
  updated: string;
  deletedAt?: string;
}

interface ContentListProps<R extends Listed, I extends object> {
  of: Content<R, I>;
  /** Additional links and buttons. */
  more?: ReactNode;
  columns: readonly Column<R>[];
  /** Shown while there are no records. */
  picture: ReactNode;
  /** An additional filter for this kind. */
  filter?: TypeChoice;
  /** True if records belong to partners. */
  ofPartners?: boolean;
}

/** The first column is the name. */
const ordersBy = (nameColumn: string): Orders<ContentSort> => [
  { value: "newest", column: "created", way: "descending" },
  { value: "oldest", column: "created", way: "ascending" },
  { value: "updated", column: "updated", way: "descending" },
  { value: "name", column: nameColumn, way: "ascending" },
];

/** A content list; the server searches, filters and sorts it. */
export function ContentList<R extends Listed, I extends object>({
  of: { kind, namespace, path, writers, texts },
  more,
  columns,
  picture,
  filter,
  ofPartners = false,
}: ContentListProps<R, I>) {
  const { t } = useTranslation("adminContent");
  const { t: words } = useTranslation(namespace);
  const mayWrite = useMay(writers);
  const language = useLanguage();
  const address = useAddress();
  const { get } = address;
  const q = get("q");
  const state = SHOWN.find((one) => one === get("state")) ?? "all";
  const partner = ofPartners ? get("partner") : "";
  const days = daysOf(get);
  const type = get("type");
  const sorting = useSorting(ordersBy(columns[0]?.key ?? ""));
  const asked = {
    ...(q ? { q } : {}),
    ...(state === "all" ? {} : { state }),
    ...(filter && type ? { type } : {}),
    ...(partner ? { partner } : {}),
    ...days,
    ...sorting.asked,
  };
  const pages = usePages<R>([kind.name, "list", asked], (page, told) =>
    kind.page({ ...page, ...asked, brief: true }, told),
  );
  const shownName = (record: R) => localized(texts(record)[0], language);
  const view = JSON.stringify(asked);
  const [picked, setPicked] = useState<{ view: string; ids: ReadonlySet<string> }>();
  const ids = picked?.view === view ? picked.ids : new Set<string>();
  const pick = usePick({
    ids,
    rows: pages.rows ?? [],
    nameOf: shownName,
    onPick: (next) => setPicked({ view, ids: next }),
  });
  // The selection keeps rows of earlier pages.
  const seen = pages.data?.pages.flatMap(({ rows }) => rows) ?? [];
  const badge = ({ deletedAt, state: named, publishAt }: R) => (
    <StateBadge state={deletedAt ? "deleted" : stateOf(named)} publishAt={publishAt} />
  );
  const missing = (record: R) => LANGUAGES.filter((one) => !isComplete(texts(record), one));
  const narrowed = q !== "" || state !== "all" || type !== "" || partner !== "" || days.from || days.to;
  const add = mayWrite && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(path)}>
      {words("add")}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={words("title")}
      extra={
        <>
          <CsvLink path={`/api/admin/${kind.name}`} query={asked} />
          {mayWrite && <ImportButton list={importOf(kind)} />}
          {more}
        </>
      }
      actions={add}
    >
      <section className={`${css.panel} ${css.list}`}>
        <ContentFilters
          address={address}
          search={words("search")}
          filter={filter}
          ofPartners={ofPartners}
          sorting={sorting}
        />
        <DataTable
          label={words("title")}
          pages={pages}
          rowKey={({ _id }) => _id}
          sorting={sorting}
          failed={words("failed")}
          chosen={({ _id }) => ids.has(_id)}
          empty={
            narrowed
              ? { picture: <EmptySearch />, title: t("none.title"), text: t("none.text") }
              : { picture, title: words("empty.title"), text: words("empty.text"), action: add }
          }
          columns={[
            ...(mayWrite ? [pick] : []),
            ...columns.map((column, place) => (place === 0 ? { ...column, names: true } : column)),
            {
              key: "languages",
              head: t("languagesShort"),
              from: "wide",
              cell: (row) => <Completeness missing={missing(row)} />,
            },
            {
              key: "created",
              head: t("created"),
              soft: true,
              from: "wide",
              cell: (row) => <span className={css.nowrap}>{formatDate(row.created, language)}</span>,
            },
            {
              key: "updated",
              head: t("updated"),
              soft: true,
              from: "wide",
              cell: (row) => <span className={css.nowrap}>{formatDate(row.updated, language)}</span>,
            },
            {
              key: "state",
              head: t("state"),
              from: "small",
              // Most records are published, so only other states are shown.
              below: (row) => (row.deletedAt || row.state !== "published") && badge(row),
              cell: badge,
            },
          ]}
        />
      </section>
      {mayWrite && ids.size > 0 && (
        <BulkBar
          kind={kind}
          chosen={seen
            .filter(({ _id }) => ids.has(_id))
            .map((record) => ({ id: record._id, name: shownName(record), missing: missing(record) }))}
          deleted={state === "deleted"}
          onDone={() => setPicked(undefined)}
        />
      )}
    </AdminPage>
  );
}
