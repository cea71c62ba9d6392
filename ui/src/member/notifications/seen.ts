import { useEffect, useRef } from "react";
import { call } from "../../api/call";
import type { Notification } from "../../api/inbox";
import { queryClient } from "../../api/queries";
import { unreadQuery } from "../../api/unread";

/** Ids of unread notifications that were not reported to the server yet. */
export function unseen(rows: readonly Notification[], told: ReadonlySet<string>): string[] {
  return rows.filter(({ _id, read }) => !read && !told.has(_id)).map(({ _id }) => _id);
}

/**
 * Reports shown notifications to the server as read. Returns those that were new in this visit: their dots
 * stay until the next visit even if the list is fetched again, so that the member sees what is new.
 */
export function useSeen(rows: readonly Notification[] | undefined): ReadonlySet<string> {
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
  return fresh.current;
}
