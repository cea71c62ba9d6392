import { useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { inboxQuery, type Notification } from "../../api/inbox";
import { formatMonth } from "../../i18n/format";
import { pageTagOf, useLanguage } from "../../i18n/language";
import { Button } from "../../kit/buttons/Button";
import { useFocusAfterLastPage } from "../../kit/dialog/focusAfterRemoval";
import { showToast } from "../../kit/dialog/Toaster";
import { EmptyBell } from "../../kit/loading/EmptyPictures";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { FailedNote } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import { NotificationRow } from "../../shared/NotificationRow";
import { type Group, groupsOf } from "./groups";
import css from "./NotificationsScreen.module.css";
import { useSeen } from "./seen";

export function NotificationsScreen() {
  const { t } = useTranslation("notifications");
  const inbox = useInfiniteQuery(inboxQuery());
  const rows = inbox.data?.pages.flatMap((page) => page.rows);
  const { fresh, markAll } = useSeen(rows);
  const list = useFocusAfterLastPage<HTMLDivElement>(inbox.hasNextPage);
  const shown = rows?.map((it) => (fresh.has(it._id) ? { ...it, read: false } : it));
  return (
    <Screen title={t("title")} flush reading info={<p>{t("info")}</p>}>
      <Loaded
        of={{ ...inbox, data: shown }}
        skeleton={
          <div className={css.aside}>
            <RowSkeleton count={6} />
          </div>
        }
        failed={t("failed")}
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState picture={<EmptyBell />} title={t("emptyTitle")} text={t("empty")} />
          ) : (
            <>
              <div ref={list}>
                <Groups rows={notifications} onMarkAll={markAll} />
              </div>
              <div className={css.aside}>
                {inbox.isFetchNextPageError && <FailedNote>{t("failed")}</FailedNote>}
                {inbox.hasNextPage && (
                  <div className={css.more}>
                    <Button
                      kind="quiet"
                      block
                      busy={inbox.isFetchingNextPage && t("loading", { ns: "shell" })}
                      onClick={() => inbox.fetchNextPage()}
                    >
                      {t("more")}
                    </Button>
                  </div>
                )}
              </div>
            </>
          )
        }
      </Loaded>
    </Screen>
  );
}

interface GroupsProps {
  rows: readonly Notification[];
  onMarkAll(): Promise<void>;
}

/** The notifications by day. Headings say how many are unread; the first has the button to mark all. */
function Groups({ rows, onMarkAll }: GroupsProps) {
  const { t } = useTranslation("notifications");
  const language = useLanguage();
  const [busy, setBusy] = useState(false);
  const groups = groupsOf(rows);
  const isUnread = ({ read }: Notification) => !read;
  const nameOf = ({ when, month, rows: [first] }: Group) => {
    if (when === "month") return formatMonth(month, language);
    const inYear = new Intl.DateTimeFormat(pageTagOf(language), {
      month: "long",
      timeZone: "Asia/Hong_Kong",
    });
    return t(when, { month: inYear.format(new Date(first?.created ?? 0)) });
  };
  const headingOf = (group: Group) => {
    const count = group.rows.filter(isUnread).length;
    return count > 0 ? t("withUnread", { day: nameOf(group), count }) : nameOf(group);
  };
  const mark = async () => {
    setBusy(true);
    await onMarkAll().catch(() => showToast(t("notMarked"), undefined, "note"));
    setBusy(false);
  };
  return groups.map((group, at) => (
    <section key={group.when + group.month}>
      <div className={css.head}>
        <h2>{headingOf(group)}</h2>
        {at === 0 && rows.some(isUnread) && (
          <button type="button" disabled={busy} onClick={mark}>
            {t("markAll")}
          </button>
        )}
      </div>
      <ul>
        {group.rows.map((it) => (
          <NotificationRow
            key={it._id}
            notification={it}
            timed={group.when === "today" || group.when === "yesterday"}
          />
        ))}
      </ul>
    </section>
  ));
}
