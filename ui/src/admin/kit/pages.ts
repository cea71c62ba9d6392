import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useState } from "react";
import { nextCursor, type Page } from "../../api/page";
import type { Failure } from "../../kit/loading/States";
import { ADMIN } from "../session";
import { type LocalOrder, type Sorting, useLocalSorting } from "./sorting";

/** Rows on one page of a list. */
export const PAGE_SIZE = 20;

export interface AdminRows<T> extends Page<T> {
  /** Total number of rows, if the server sends it. */
  total: number | undefined;
}

interface Asked {
  limit: number;
  cursor?: string;
}

/** Fetches one page; `answered` must receive the response headers. */
export type Fetch<T> = (
  asked: Asked,
  told: { signal: AbortSignal; answered: (headers: Headers) => void },
) => Promise<T[]>;

/** A paged list: pages already shown are kept, the next one is fetched on demand. */
export function usePages<T>(key: readonly unknown[], fetch: Fetch<T>, everyMs: number | false = false) {
  const name = JSON.stringify(key);
  const [place, setPlace] = useState({ name, page: 0 });
  const wanted = place.name === name ? place.page : 0;
  const query = useInfiniteQuery({
    queryKey: [ADMIN, ...key],
    queryFn: async ({ pageParam, signal }): Promise<AdminRows<T>> => {
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
    getNextPageParam: (last: AdminRows<T>) => last.next,
    // Keeps the old rows during a new search instead of a flash of grey.
    placeholderData: keepPreviousData,
    refetchInterval: everyMs,
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

/** The current page of a list. */
export interface PageView<T> {
  rows: readonly T[] | undefined;
  total: number | undefined;
  /** Number of the first row shown, from 1. */
  first: number;
  hasBefore: boolean;
  hasAfter: boolean;
  before(): void;
  after(): unknown;
  isError: boolean;
  error?: Failure;
  refetch(): unknown;
  /** The order of a list that the browser has loaded completely. */
  sorting?: Sorting;
}

/** The current page of a list that is fully loaded. */
export interface LocalPageView<T> extends PageView<T> {
  sorting: Sorting;
  /** Turns to the page with this row of the whole list, counted from 0. */
  turnTo(row: number): void;
}

const AS_IT_COMES = { columns: [] };

/** Pages of a list that is fully loaded; the heads of the columns of `order` sort it. */
export function useLocalPages<T>(
  key: string,
  of: { data: readonly T[] | undefined; isError: boolean; error?: Failure; refetch(): unknown },
  order: LocalOrder<T> = AS_IT_COMES,
): LocalPageView<T> {
  const { rows, sorting } = useLocalSorting(of.data, order);
  const name = `${key}\n${sorting.chosen.value}`;
  const [place, setPlace] = useState({ name, page: 0 });
  const total = rows?.length ?? 0;
  const last = Math.max(0, Math.ceil(total / PAGE_SIZE) - 1);
  const page = place.name === name ? Math.min(place.page, last) : 0;
  return {
    sorting,
    rows: rows?.slice(page * PAGE_SIZE, (page + 1) * PAGE_SIZE),
    total,
    first: page * PAGE_SIZE + 1,
    hasBefore: page > 0,
    hasAfter: page < last,
    before: () => setPlace({ name, page: page - 1 }),
    after: () => setPlace({ name, page: page + 1 }),
    turnTo: (row) => setPlace({ name, page: Math.floor(row / PAGE_SIZE) }),
    isError: of.isError,
    error: of.error ?? null,
    refetch: of.refetch,
  };
}
