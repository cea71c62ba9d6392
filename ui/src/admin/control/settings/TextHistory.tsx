import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatExactTime } from "../../../i18n/format";
import { LANGUAGES, useLanguage } from "../../../i18n/language";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import type { Entry } from "../audit/audit";
import { Differences } from "./Differences";
import { type MessageText, wordsOf } from "./programme";

/** The history of a text, from the audit trail. */
export function TextHistory({ name }: { name: string }) {
  const { t } = useTranslation("adminSettings");
  const { t: common } = useTranslation("admin");
  const language = useLanguage();
  const nameOf = (key: string) => {
    const known = LANGUAGES.find((one) => one === key);
    return known ? common(`languages.${known}`) : key;
  };
  const wanted = { action: "settings.reword", target: name };
  const pages = usePages<Entry>(["audit", "text", name], (query, told) =>
    call("get", "/api/admin/audit", { query: { ...query, ...wanted }, ...told }),
  );
  return (
    <section>
      <div className={css.panelHead}>
        <h3>{t("history.title")}</h3>
        <CsvLink path="/api/admin/audit" query={wanted} of={t("history.title")} />
      </div>
      <DataTable
        label={t("history.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("history.failed")}
        empty={{ picture: <EmptySheet />, title: t("history.empty"), text: t("history.emptyText") }}
        columns={[
          {
            key: "what",
            head: t("history.what"),
            // Stacked: the drawer is narrow, and texts are long.
            cell: ({ created, actorName, before, after }) => (
              <>
                <span className={css.two}>
                  {formatExactTime(created, language)} · {actorName}
                </span>
                <Differences
                  before={read(before)}
                  after={read(after)}
                  nameOf={nameOf}
                  said={(value) => value || "–"}
                />
              </>
            ),
          },
        ]}
      />
    </section>
  );
}

/** The text of one side of an audit entry, in each language. */
const read = (side: object | null | undefined) => (isText(side) ? wordsOf(side) : {});

const isText = (side: object | null | undefined): side is MessageText =>
  typeof side === "object" && side !== null && "builtIn" in side;
