import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Note } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { type Column, DataTable } from "../../kit/DataTable";
import { useLocalPages } from "../../kit/pages";
import { infrastructureQuery } from "./programme";
import own from "./Settings.module.css";

const SOURCES = ["default", "environment", "flag"] as const;

/** The startup settings of the server; read-only here. */
export function ServerSettings() {
  const { t } = useTranslation("adminSettings");
  const settings = useQuery(infrastructureQuery());
  const sourceOf = (source: string) => {
    const known = SOURCES.find((one) => one === source);
    return known ? t(`server.sources.${known}`) : source;
  };
  const columns: Column<NonNullable<typeof settings.data>[number]>[] = [
    {
      key: "name",
      head: t("server.name"),
      by: ({ name }) => name,
      cell: ({ name }) => <span className={css.mono}>{name}</span>,
    },
    {
      key: "value",
      head: t("server.value"),
      cell: ({ value }) => <span className={css.mono}>{value.replace(/^"(.*)"$/, "$1") || "–"}</span>,
    },
    {
      key: "source",
      head: t("server.source"),
      soft: true,
      from: "small",
      by: ({ source }) => sourceOf(source),
      cell: ({ source }) => sourceOf(source),
    },
  ];
  const pages = useLocalPages("server", settings, { columns });
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("server.title")}</h2>
      </div>
      <div className={own.above}>
        <Note>{t("server.text")}</Note>
      </div>
      <DataTable
        label={t("server.title")}
        pages={pages}
        rowKey={({ name }) => name}
        failed={t("server.failed")}
        empty={{ title: t("server.title"), text: t("server.failed") }}
        columns={columns}
      />
    </section>
  );
}
