import { useInfiniteQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { inboxQuery } from "../../api/inbox";
import { Button } from "../../kit/buttons/Button";
import { useFocusAfterLastPage } from "../../kit/dialog/focusAfterRemoval";
import { EmptyState } from "../../kit/loading/EmptyState";
import { RowSkeleton } from "../../kit/loading/Skeletons";
import { Loaded } from "../../kit/loading/States";
import { Note } from "../../kit/screen/Paper";
import { Screen } from "../../kit/screen/Screen";
import layout from "../../kit/styles/layout.module.css";
import { NotificationRow } from "../../shared/NotificationRow";
import css from "./NotificationsScreen.module.css";
import { useSeen } from "./seen";

export function NotificationsScreen() {
  const { t } = useTranslation("notifications");
  const inbox = useInfiniteQuery(inboxQuery());
  const rows = inbox.data?.pages.flatMap((page) => page.rows);
  const fresh = useSeen(rows);
  const list = useFocusAfterLastPage<HTMLUListElement>(inbox.hasNextPage);
  return (
    <Screen title={t("title")} flush reading info={<p>{t("info")}</p>}>
      <Loaded
        of={{ ...inbox, data: rows }}
        skeleton={
          <div className={css.aside}>
            <RowSkeleton count={6} />
          </div>
        }
        failed={t("failed")}
      >
        {(notifications) =>
          notifications.length === 0 ? (
            <EmptyState title={t("emptyTitle")} text={t("empty")} />
          ) : (
            <>
              <ul className={layout.rows} ref={list}>
                {notifications.map((it) => (
                  <NotificationRow
                    key={it._id}
                    notification={fresh.has(it._id) ? { ...it, read: false } : it}
                  />
                ))}
              </ul>
              <div className={css.aside}>
                {inbox.isFetchNextPageError && <Note tone="plum">{t("failed")}</Note>}
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
