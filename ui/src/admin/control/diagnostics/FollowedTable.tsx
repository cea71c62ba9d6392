import { type ReactNode, useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { download } from "../../../device/download";
import { formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
import { DownloadIcon } from "../../../kit/icons/icons-admin";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { CopyButton } from "../../kit/CopyButton";
import { type Column, DataTable } from "../../kit/DataTable";
import { useErrorText } from "../../kit/errorText";
import { type Fetch, usePages } from "../../kit/pages";
import { SearchBox } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import own from "./Diagnostics.module.css";

const FOLLOW_MS = 2_000;
/** The largest page that the server allows. */
const MOST = 500;

interface FollowedTableProps<T> {
  /** The kind of records; also the file name. */
  name: "log" | "requests";
  /** Filters besides the search. */
  filter: ReactNode;
  narrowed: string;
  fetch: Fetch<T>;
  /** Columns besides the time. */
  columns: readonly Column<T>[];
}

/** Recent records, newest first: filter them, follow them live, copy or download them. */
export function FollowedTable<T extends { number: number; at: string }>({
  name,
  filter,
  narrowed,
  fetch,
  columns,
}: FollowedTableProps<T>) {
  const { t } = useTranslation("adminDiagnostics");
  const language = useLanguage();
  const say = useErrorText();
  const { get, change } = useAddress();
  const [live, setLive] = useState(false);
  const pages = usePages<T>(["diagnostics", name, narrowed, get("q")], fetch);
  const { refetch } = pages;
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => void refetch(), FOLLOW_MS);
    return () => clearInterval(timer);
  }, [live, refetch]);
  const asLines = (rows: readonly T[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  const save = async () => {
    try {
      const rows = await fetch({ limit: MOST }, { signal: new AbortController().signal, answered() {} });
      download(`kapok-${name}.ndjson`, asLines(rows), "application/x-ndjson");
    } catch (error) {
      showToast(say(error), undefined, "note");
    }
  };
  const when: Column<T> = {
    key: "at",
    head: t("at"),
    soft: true,
    from: "medium",
    cell: ({ at }) => <span className={css.nowrap}>{formatExactTime(at, language)}</span>,
  };
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.tools}>
        <SearchBox label={t("search")} value={get("q")} onSearch={(q) => change({ q })} />
        {filter}
        <div className={own.follow}>
          <Switch name="follow" checked={live} onChange={setLive}>
            {t("follow")}
          </Switch>
        </div>
        <span className={css.spacer} />
        <CopyButton text={asLines(pages.rows ?? [])} label={t("copy")} />
        <Button kind="quiet" small icon={<DownloadIcon size={20} />} onClick={() => void save()}>
          {t("download")}
        </Button>
      </div>
      <DataTable
        label={t(`tabs.${name}`)}
        pages={pages}
        columns={[when, ...columns]}
        rowKey={(row) => String(row.number)}
        failed={t("failed")}
        empty={{ picture: <EmptySheet />, title: t(`${name}.empty`), text: t(`${name}.emptyText`) }}
      />
      <p className={own.kept}>{t(`${name}.kept`)}</p>
    </section>
  );
}

/** The id of a request, with a link to its entries in the other tab. */
export function RequestLink({ tab, id }: { tab: "log" | "requests"; id: string }) {
  const { change } = useAddress();
  return (
    <button
      type="button"
      className={`${css.quietLink} ${css.mono}`}
      onClick={() => change({ tab, q: id, level: "", outcome: "" })}
    >
      {id}
    </button>
  );
}
