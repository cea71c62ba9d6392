import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatDate } from "../../../i18n/format";
import { LANGUAGES, localized, useLanguage } from "../../../i18n/language";
import { ButtonLink } from "../../../kit/buttons/Button";
import { PlusIcon } from "../../../kit/icons/icons-admin";
import css from "../../admin.module.css";
import { newPath } from "../../paths";
import { useMay } from "../../session";
import { AdminPage } from "../AdminPage";
import { type Column, DataTable } from "../DataTable";
import { CsvLink } from "../FileLink";
import { ImportButton } from "../import/ImportButton";
import { usePages } from "../pages";
import { Filter, SearchBox } from "../Tools";
import { useAddress } from "../useAddress";
import { BulkBar } from "./BulkBar";
import { Completeness } from "./Completeness";
import type { Content } from "./content";
import { importOf } from "./import";
import { SORTS, type Standing } from "./kinds";
import { isComplete } from "./localized";
import { STATES, StateBadge, stateOf } from "./StateBadge";
import { usePick } from "./usePick";

interface Listed extends Standing {
  active?: boolean;
  updated: string;
  deletedAt?: string;
}

interface ContentListProps<R extends Listed, I extends object> {
  of: Content<R, I>;
  /** Additional links and buttons. */
  more?: ReactNode;
  columns: readonly Column<R>[];
  /** An additional filter for this kind. */
  filter?: {
    icon?: ReactNode;
    label: string;
    options: readonly { value: string; label: string }[];
  };
}

const SHOWN = ["all", ...STATES, "deleted"] as const;

/** A content list; the server searches, filters and sorts it. */
export function ContentList<R extends Listed, I extends object>({
  of: { kind, namespace, path, writers, texts },
  more,
  columns,
  filter,
}: ContentListProps<R, I>) {
  const { t } = useTranslation("adminContent");
  const { t: words } = useTranslation(namespace);
  const mayWrite = useMay(writers);
  const language = useLanguage();
  const { get, change } = useAddress();
  const q = get("q");
  const state = SHOWN.find((one) => one === get("state")) ?? "all";
  const sort = SORTS.find((one) => one === get("sort"));
  const type = get("type");
  const asked = {
    ...(q ? { q } : {}),
    ...(state === "all" ? {} : { state }),
    ...(filter && type ? { type } : {}),
    ...(sort ? { sort } : {}),
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
  const narrowed = q !== "" || state !== "all" || type !== "";
  const add = mayWrite && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(path)}>
      {words("add")}
    </ButtonLink>
  );
  return (
    <AdminPage
      title={words("title")}
      actions={
        <>
          <CsvLink path={`/api/admin/${kind.name}`} query={asked} />
          {mayWrite && <ImportButton list={importOf(kind)} />}
          {more}
          {add}
        </>
      }
    >
      <section className={`${css.panel} ${css.list}`}>
        <div className={css.tools}>
          <SearchBox label={words("search")} value={q} onSearch={(text) => change({ q: text })} />
          <Filter
            label={t("state")}
            value={state}
            options={SHOWN.map((value) => ({ value, label: t(`states.${value}`) }))}
            onChoose={(value) => change({ state: value === "all" ? "" : value })}
          />
          {filter && (
            <Filter
              label={filter.label}
              value={type}
              options={[{ value: "", label: filter.label }, ...filter.options]}
              onChoose={(value) => change({ type: value })}
            />
          )}
          <Filter
            label={t("sort")}
            value={sort ?? "newest"}
            options={(["newest", ...SORTS] as const).map((value) => ({ value, label: t(`sorts.${value}`) }))}
            onChoose={(value) => change({ sort: value === "newest" ? "" : value })}
          />
        </div>
        <DataTable
          label={words("title")}
          pages={pages}
          rowKey={({ _id }) => _id}
          failed={words("failed")}
          chosen={({ _id }) => ids.has(_id)}
          empty={
            narrowed
              ? { title: t("none.title"), text: t("none.text") }
              : { title: words("empty.title"), text: words("empty.text"), action: add }
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
