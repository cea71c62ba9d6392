import type { InfiniteData } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { call } from "../../api/call";
import { inboxQuery, type Notification } from "../../api/inbox";
import { queryClient } from "../../api/queries";
import { unreadQuery } from "../../api/unread";

/** Ids of unread notifications that were not reported to the server yet. */
export function unseen(rows: readonly Notification[], told: ReadonlySet<string>): string[] {
  return rows.filter(({ _id, read }) => !read && !told.has(_id)).map(({ _id }) => _id);
}

type Pages = InfiniteData<{ rows: Notification[]; next: string | undefined }>;

const allRead = (pages: Pages | undefined): Pages | undefined =>
  pages && {
    ...pages,
    pages: pages.pages.map((page) => ({ ...page, rows: page.rows.map((row) => ({ ...row, read: true })) })),
  };

/**
 * Reports shown notifications to the server as read. Returns those that were new in this visit: their dots
 * stay until the next visit even if the list is fetched again, so that the member sees what is new. `markAll` takes
 * the dots away, also from pages that are not loaded; it fails with the server's error.
 */
export function useSeen(rows: readonly Notification[] | undefined) {
  const told = useRef(new Set<string>());
  const fresh = useRef(new Set<string>());
  useEffect(() => {
    const ids = unseen(rows ?? [], told.current);
    if (ids.length === 0) return;
    for (const id of ids) {
      told.current.add(id);
      fresh.current.add(id);
    }
    call("post", "/api/notification/read", { body: { ids } }).then(
      () => queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey }),
      // Reported again when the list is fetched next. The member can do nothing about it.
      () => {
        for (const id of ids) told.current.delete(id);
      },
    );
  }, [rows]);
  const markAll = async () => {
    await call("post", "/api/notification/read", { body: { all: true } });
    fresh.current.clear();
    queryClient.setQueryData(inboxQuery().queryKey, allRead);
    await queryClient.invalidateQueries({ queryKey: unreadQuery().queryKey });
  };
  const isNew: ReadonlySet<string> = fresh.current;
  return { fresh: isNew, markAll };
}
