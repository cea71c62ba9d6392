import { useTranslation } from "react-i18next";
import { call } from "../../../api/call";
import { formatPoints, formatTime } from "../../../i18n/format";
import { localized, useLanguage } from "../../../i18n/language";
import { Badge } from "../../../kit/screen/Paper";
import css from "../../admin.module.css";
import { DataTable } from "../../kit/DataTable";
import { CsvLink } from "../../kit/FileLink";
import { usePages } from "../../kit/pages";
import { type Event, ofStaff } from "../portal";

/** The events at the partner's counters on one day, one line each. */
export function Events({ day }: { day: string }) {
  const { t } = useTranslation("portal");
  const language = useLanguage();
  const asked = { everywhere: true, from: day, to: day };
  const pages = usePages<Event>(["portal", "events", day], (page, told) =>
    ofStaff(call("get", "/api/merchant/activity", { query: { ...page, ...asked }, ...told })),
  );
  return (
    <section className={`${css.panel} ${css.list}`}>
      <div className={css.panelHead}>
        <h2>{t("events.title")}</h2>
        <CsvLink
          path="/api/merchant/activity"
          query={{ everywhere: "true", from: day, to: day }}
          of={t("events.title")}
        />
      </div>
      <DataTable
        label={t("events.title")}
        pages={pages}
        rowKey={({ _id }) => _id}
        failed={t("failed")}
        empty={{ title: t("events.empty"), text: t("events.emptyText") }}
        columns={[
          { key: "time", head: t("events.time"), soft: true, cell: ({ created }) => formatTime(created) },
          {
            key: "what",
            head: t("events.what"),
            cell: ({ item, amountHkd, member }) => (
              <>
                {item ? localized(item, language) : `HK$${amountHkd ?? "0"}`}
                {member && <span className={css.two}>{member.name}</span>}
              </>
            ),
          },
          {
            key: "where",
            head: t("sales.outlet"),
            soft: true,
            from: "medium",
            cell: ({ outlet, till }) =>
              outlet ? [localized(outlet, language), till].join(" · ") : t("noTill"),
          },
          { key: "by", head: t("events.by"), soft: true, from: "wide", cell: ({ by }) => by },
          {
            key: "points",
            head: t("points"),
            end: true,
            cell: ({ type, points }) => (type === "award" ? `+${formatPoints(points)}` : "–"),
          },
          {
            key: "outcome",
            head: t("events.outcome"),
            cell: ({ type, undone }) => (
              <Badge tone={undone ? "plum" : type === "award" ? "leaf" : "pollen"}>
                {t(undone ? "events.takenBack" : type === "award" ? "events.awarded" : "events.handedOver")}
              </Badge>
            ),
          },
        ]}
      />
    </section>
  );
}
