import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { formatDate, formatDay, formatPoints } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySearch } from "../../../kit/loading/EmptyPictures";
import { RowSkeleton } from "../../../kit/loading/Skeletons";
import { Loaded } from "../../../kit/loading/States";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { AdminPage } from "../../kit/AdminPage";
import { Bars } from "../../kit/Bars";
import { BarList } from "../../kit/charts/BarList";
import { type Column, DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { NothingYet } from "../../kit/NothingYet";
import { useLocalPages } from "../../kit/pages";
import { Filter } from "../../kit/Tools";
import { useAddress } from "../../kit/useAddress";
import { adminPaths } from "../../paths";
import { useMay } from "../../session";
import own from "./Reports.module.css";
import { pageViewsQuery, spanUntil, today, type Views, viewsByDay, viewsByPage } from "./reports";
import { SpanTools, useSpan } from "./Span";

/** Page views of the app per day and screen, without identifying anybody. */
export function PageViewsScreen() {
  const { t } = useTranslation("adminReports");
  const { t: common } = useTranslation("admin");
  const { get, change } = useAddress();
  const { span, sound } = useSpan(spanUntil(today(), 28));
  const page = get("page");
  const mayReadMoney = useMay("readReports");
  const views = useQuery({ ...pageViewsQuery(span), enabled: sound });
  const pages = viewsByPage(views.data ?? []);
  return (
    <AdminPage
      title={t("views.title")}
      line={t("views.line")}
      back={
        mayReadMoney
          ? { to: adminPaths.money, label: t("title") }
          : { to: adminPaths.articles, label: common("nav.articles") }
      }
      actions={<CsvLink path="/api/admin/reports/pageviews" query={{ ...span }} />}
    >
      <SpanTools span={span}>
        <Filter
          label={t("views.page")}
          value={page}
          options={[
            { value: "", label: t("views.allPages") },
            ...pages.map(({ path }) => ({ value: path, label: path })),
          ]}
          onChoose={(path) => change({ page: path })}
        />
      </SpanTools>
      {sound ? (
        <>
          {views.data?.length !== 0 && (
            <div className={own.pair}>
              <section className={css.panel}>
                <div className={css.panelHead}>
                  <h2>{t("views.pages")}</h2>
                </div>
                <Loaded of={views} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
                  {() =>
                    pages.length === 0 ? (
                      <NothingYet picture={<EmptySearch />}>{t("views.none")}</NothingYet>
                    ) : (
                      <BarList
                        rows={pages.map(({ path, views: value }) => ({
                          key: path,
                          name: <span className={css.mono}>{path}</span>,
                          value,
                          shown: formatPoints(value),
                        }))}
                      />
                    )
                  }
                </Loaded>
              </section>
              <section className={css.panel}>
                <div className={css.panelHead}>
                  <h2>{t("views.days")}</h2>
                </div>
                <Loaded of={views} failed={t("failed")} skeleton={<RowSkeleton count={4} />}>
                  {(rows) => <Days rows={viewsByDay(rows, span, page)} />}
                </Loaded>
              </section>
            </div>
          )}
          <Table
            key={`${span.from} ${span.to} ${page}`}
            rows={views.data?.filter(({ path }) => page === "" || path === page)}
            isError={views.isError}
            refetch={views.refetch}
          />
        </>
      ) : (
        <Note tone="plum">{t("reversed")}</Note>
      )}
    </AdminPage>
  );
}

function Days({ rows }: { rows: readonly { day: string; views: number }[] }) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  return (
    <Bars
      label={t("views.days")}
      heads={[t("days.day"), t("views.views")]}
      bars={rows.map(({ day, views }) => ({
        key: day,
        label: formatDay(day, language),
        value: views,
        shown: formatPoints(views),
      }))}
    />
  );
}

interface TableProps {
  rows: readonly Views[] | undefined;
  isError: boolean;
  refetch(): unknown;
}

function Table({ rows, isError, refetch }: TableProps) {
  const { t } = useTranslation("adminReports");
  const language = useLanguage();
  const columns: Column<Views>[] = [
    {
      key: "day",
      head: t("days.day"),
      by: ({ day }) => Date.parse(day),
      cell: ({ day }) => <span className={css.nowrap}>{formatDate(`${day}T04:00:00Z`, language)}</span>,
    },
    {
      key: "page",
      head: t("views.page"),
      by: ({ path }) => path,
      cell: ({ path }) => <span className={css.mono}>{path}</span>,
    },
    {
      key: "views",
      head: t("views.views"),
      end: true,
      by: ({ views }) => views,
      cell: ({ views }) => formatPoints(views),
    },
  ];
  const pages = useLocalPages<Views>("views", { data: rows, isError, refetch }, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <DataTable
        label={t("views.title")}
        pages={pages}
        rowKey={({ day, path }) => `${day} ${path}`}
        failed={t("failed")}
        empty={{ picture: <EmptySearch />, title: t("views.none"), text: t("views.noneText") }}
        columns={columns}
      />
    </section>
  );
}
