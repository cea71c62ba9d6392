import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nextCursor, type Page } from "../../api/page";
import { DESK } from "../session";

/** Rows on one page of a list. */
export const PAGE_SIZE = 20;

export interface DeskRows<T> extends Page<T> {
  /** How many there are in all, where the server says. */
  total: number | undefined;
}

interface Asked {
  limit: number;
  cursor?: string;
}

/** Sends for one page; `answered` has to get the answer's headers. */
export type Fetch<T> = (
  asked: Asked,
  told: { signal: AbortSignal; answered: (headers: Headers) => void },
) => Promise<T[]>;

/** Pages of a list, one at a time: those seen are kept, the next is fetched when it is wanted. */
export function usePages<T>(key: readonly unknown[], fetch: Fetch<T>) {
  const name = JSON.stringify(key);
  const [place, setPlace] = useState({ name, page: 0 });
  const wanted = place.name === name ? place.page : 0;
  const query = useInfiniteQuery({
    queryKey: [DESK, ...key],
    queryFn: async ({ pageParam, signal }): Promise<DeskRows<T>> => {
      let headers = new Headers();
      const asked = { limit: PAGE_SIZE, ...(pageParam ? { cursor: pageParam } : {}) };
      const rows = await fetch(asked, {
        signal,
        answered: (told) => {
          headers = told;
        },
      });
      const total = headers.get("X-Total-Count");
      return { rows, next: nextCursor(headers), total: total === null ? undefined : Number(total) };
    },
    initialPageParam: "",
    getNextPageParam: (last: DeskRows<T>) => last.next,
    // While a search is refined the rows before it stay, rather than a flash of grey.
    placeholderData: keepPreviousData,
  });
  const pages = query.data?.pages;
  const page = Math.min(wanted, Math.max(0, (pages?.length ?? 1) - 1));
  const shown = pages?.[page];
  return {
    ...query,
    rows: shown?.rows,
    total: pages?.[0]?.total,
    first: page * PAGE_SIZE + 1,
    hasBefore: page > 0,
    hasAfter: shown?.next !== undefined,
    before: () => setPlace({ name, page: page - 1 }),
    after: async () => {
      if (pages && page + 1 >= pages.length) await query.fetchNextPage();
      setPlace({ name, page: page + 1 });
    },
  };
}

export type Pages<T> = ReturnType<typeof usePages<T>>;
