import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatExactTime } from "../../../i18n/format";
import { useLanguage } from "../../../i18n/language";
import { EmptySheet } from "../../../kit/loading/EmptyPlaces";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { Differences } from "./Differences";
import type { Change } from "./programme";
import own from "./Settings.module.css";
import { useSettingName, useSettingValue } from "./settingNames";

/** The history of the settings: who changed which value, when, and from what. */
export function SettingsHistory() {
  const { t } = useTranslation("adminSettings");
  const language = useLanguage();
  const nameOf = useSettingName();
  const settingValue = useSettingValue();
  const pages = usePages<Change>(["settings", "history"], (query, told) =>
    call("get", "/api/admin/settings/history", { query, ...told }),
  );
  return (
    <section className={`${css.panel} ${css.list} ${own.below}`}>
      <div className={css.panelHead}>
        <h2>{t("history.title")}</h2>
        <CsvLink path="/api/admin/settings/history" of={t("history.title")} />
      </div>
      <DataTable
        label={t("history.title")}
        pages={pages}
        rowKey={({ version }) => String(version)}
        failed={t("history.failed")}
        empty={{ picture: <EmptySheet />, title: t("history.empty"), text: t("history.emptyText") }}
        columns={[
          {
            key: "when",
            head: t("history.when"),
            soft: true,
            cell: ({ created }) => <span className={css.nowrap}>{formatExactTime(created, language)}</span>,
          },
          { key: "who", head: t("history.who"), from: "small", cell: ({ changedBy }) => changedBy },
          {
            key: "what",
            head: t("history.what"),
            cell: ({ before, after }) => (
              <Differences before={before} after={after} nameOf={nameOf} said={settingValue} />
            ),
          },
        ]}
      />
    </section>
  );
}
