import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { call } from "../../api/call";
import { ButtonLink } from "../../components/Button";
import { PlusIcon } from "../../components/icons-desk";
import { Badge } from "../../components/Paper";
import { formatDateTime, formatPoints } from "../../i18n/format";
import { localized, useLanguage } from "../../i18n/language";
import type { Column } from "../components/DataTable";
import { DeskPage } from "../components/DeskPage";
import { CsvLink } from "../components/FileLink";
import { usePages } from "../components/pages";
import { RecordList } from "../components/RecordList";
import { AnyOf, SearchBox } from "../components/Tools";
import { useAddress } from "../components/useAddress";
import css from "../desk.module.css";
import { desk, newPath, recordPath } from "../paths";
import { useMay } from "../session";
import { type Announcement, STATES } from "./announcements";

export const TONES = { draft: "plain", scheduled: "harbour", sending: "pollen", sent: "leaf" } as const;

/** What was written to many members, and how many it has reached. */
export function AnnouncementsScreen() {
  const { t } = useTranslation("deskAnnouncements");
  const { get, change } = useAddress();
  const mayWrite = useMay("writeContent");
  const q = get("q");
  const state = STATES.find((one) => one === get("state"));
  const asked = { ...(q ? { q } : {}), ...(state ? { state } : {}) };
  const pages = usePages<Announcement>(["notifications", "list", q, state], (page, told) =>
    call("get", "/api/admin/notifications", { query: { ...page, ...asked }, ...told }),
  );
  const add = mayWrite && (
    <ButtonLink small icon={<PlusIcon size={20} />} to={newPath(desk.announcements)}>
      {t("add")}
    </ButtonLink>
  );
  return (
    <DeskPage
      title={t("title")}
      actions={
        <>
          <CsvLink path="/api/admin/notifications" query={asked} />
          {add}
        </>
      }
    >
      <RecordList
        tools={
          <>
            <SearchBox label={t("search")} value={q} onSearch={(text) => change({ q: text })} />
            <AnyOf
              label={t("fields.state")}
              any={t("allStates")}
              of={STATES}
              word={(value) => t(`states.${value}`)}
              value={state}
              onChoose={(value) => change({ state: value })}
            />
          </>
        }
        label={t("title")}
        pages={pages}
        columns={useColumns()}
        failed={t("failed")}
        empty={{ title: t("empty.title"), text: t("empty.text"), action: add }}
      />
    </DeskPage>
  );
}

function useColumns(): Column<Announcement>[] {
  const { t } = useTranslation("deskAnnouncements");
  const language = useLanguage();
  return [
    {
      key: "what",
      head: t("what"),
      cell: (row) => (
        <>
          <Link className={css.open} to={recordPath(desk.announcements, row._id)}>
            {localized(row.title, language)}
          </Link>
          <span className={css.two}>
            {t(Object.keys(row.segment ?? {}).length > 0 ? "whom.some" : "whom.everyone")}
          </span>
        </>
      ),
    },
    {
      key: "when",
      head: t("when"),
      soft: true,
      from: "medium",
      cell: ({ sentAt, sendAt }) => {
        const moment = sentAt ?? sendAt;
        return moment && <span className={css.nowrap}>{formatDateTime(moment, language)}</span>;
      },
    },
    {
      key: "delivered",
      head: t("delivered"),
      end: true,
      from: "small",
      cell: (row) => formatPoints(row.delivered),
    },
    { key: "opened", head: t("opened"), end: true, from: "small", cell: (row) => formatPoints(row.opened) },
    {
      key: "state",
      head: t("fields.state"),
      cell: ({ state = "draft" }) => <Badge tone={TONES[state]}>{t(`states.${state}`)}</Badge>,
    },
  ];
}
