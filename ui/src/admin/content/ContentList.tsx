import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { ButtonLink } from "../../components/Button";
import { PlusIcon } from "../../components/icons-desk";
import { Badge } from "../../components/Paper";
import { formatDate } from "../../i18n/format";
import { useLanguage } from "../../i18n/language";
import { type Column, DataTable } from "../components/DataTable";
import { DeskPage } from "../components/DeskPage";
import { useLocalPages } from "../components/pages";
import { Filter, SearchBox } from "../components/Tools";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { newPath } from "../paths";
import { allOf, type Kind } from "./kinds";
import type { Localized } from "./localized";

interface Listed {
  _id: string;
  active?: boolean;
  updated: string;
}

interface ContentListProps<R extends Listed, I> {
  kind: Kind<R, I>;
  path: string;
  words: {
    title: string;
    search: string;
    add: string;
    failed: string;
    emptyTitle: string;
    emptyText: string;
  };
  mayWrite: boolean;
  /** The words that a search looks in. */
  name(record: R): Localized;
  columns: readonly Column<R>[];
  /** Another filter of this kind. */
  filter?: {
    icon?: ReactNode;
    label: string;
    options: readonly { value: string; label: string }[];
    of(record: R): string;
  };
}

const STATES = ["all", "live", "hidden"] as const;
const SORTS = ["newest", "updated", "name"] as const;

/** A catalogue: searched, narrowed and sorted where it stands. */
export function ContentList<R extends Listed, I>({
  kind,
  path,
  words,
  mayWrite,
  name,
  columns,
  filter,
}: ContentListProps<R, I>) {
  const { t } = useTranslation("deskContent");
  const language = useLanguage();
  const { get, change } = useAddress();
  const q = get("q");
  const state = STATES.find((one) => one === get("state")) ?? "all";
  const sort = SORTS.find((one) => one === get("sort")) ?? "newest";
  const type = get("type");
  const query = useQuery(allOf(kind));
  const wanted = q.toLocaleLowerCase();
  const found = query.data
    ?.filter((record) => state === "all" || (record.active !== false) === (state === "live"))
    .filter((record) => !filter || type === "" || filter.of(record) === type)
    .filter(
      (record) =>
        wanted === "" || Object.values(name(record)).join("\n").toLocaleLowerCase().includes(wanted),
    )
    .sort((a, b) => {
      if (sort === "name") return name(a).en.localeCompare(name(b).en, "en");
      return sort === "updated" ? b.updated.localeCompare(a.updated) : b._id.localeCompare(a._id);
    });
  const pages = useLocalPages([q, state, sort, type].join("\n"), {
    data: found,
    isError: query.isError,
    refetch: query.refetch,
  });
  const narrowed = q !== "" || state !== "all" || type !== "";
  const add = mayWrite && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(path)}>
      {words.add}
    </ButtonLink>
  );
  return (
    <DeskPage title={words.title} actions={add}>
      <section className={`${css.panel} ${css.list}`}>
        <div className={css.tools}>
          <SearchBox label={words.search} value={q} onSearch={(text) => change({ q: text })} />
          <Filter
            label={t("state")}
            value={state}
            options={STATES.map((value) => ({ value, label: t(`states.${value}`) }))}
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
            value={sort}
            options={SORTS.map((value) => ({ value, label: t(`sorts.${value}`) }))}
            onChoose={(value) => change({ sort: value === "newest" ? "" : value })}
          />
        </div>
        <DataTable
          label={words.title}
          pages={pages}
          rowKey={({ _id }) => _id}
          failed={words.failed}
          empty={
            narrowed
              ? { title: t("none.title"), text: t("none.text") }
              : { title: words.emptyTitle, text: words.emptyText, action: add }
          }
          columns={[
            ...columns,
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
              cell: ({ active }) => (
                <Badge tone={active === false ? "plain" : "leaf"} dot={active !== false}>
                  {t(active === false ? "hidden" : "live")}
                </Badge>
              ),
            },
          ]}
        />
      </section>
    </DeskPage>
  );
}
