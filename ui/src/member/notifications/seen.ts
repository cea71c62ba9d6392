import { useEffect, useRef } from "react";
import { call } from "../../api/call";
import type { Notification } from "../../api/inbox";
import { queryClient } from "../../api/queries";
import { unreadQuery } from "../../api/unread";

/** Those that the server still has to be told of. */
export function unseen(rows: readonly Notification[], told: ReadonlySet<string>): string[] {
  return rows.filter(({ _id, read }) => !read && !told.has(_id)).map(({ _id }) => _id);
}

/**
 * Tells the server which notifications came on screen, and gives those that were new in this visit: their dots stay
 * until the next one, whatever the list says when it is fetched again, or the member could not tell what is new.
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
      // Told again when the list is next fetched: nothing for the member to do about it.
      () => {
        for (const id of ids) told.current.delete(id);
      },
    );
  }, [rows]);
  return fresh.current;
}
