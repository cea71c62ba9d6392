import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { intent } from "../../../api/offline/intent";
import { once } from "../../../api/offline/once";
import type { components } from "../../../api/schema";
import { type Campaign, campaigns, contentChanged, type Editable } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";

export type Code = components["schemas"]["AdminCampaignCode"];
export type Paused = components["schemas"]["PausedCampaign"];
type FuseState = components["schemas"]["CampaignFuseState"];

/** Query key for everything that changes with a campaign's codes and scans. */
export const codesKey = (id: string) => ["campaigns", "codes", id] as const;

/** The code on the poster: the shared one, or the newest. */
export const posterCodeQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, ...codesKey(id), "poster"],
    queryFn: async ({ signal }) => {
      const rows = await call("get", "/api/admin/campaigns/{id}/codes", {
        path: { id },
        query: { limit: 1 },
        signal,
      });
      return rows[0] ?? null;
    },
  });

/** Creates codes in addition to those that were shown; a retry creates no more. */
export function makeCodes({ _id: id, codes: seen }: Campaign, count: number) {
  return once(intent("make-codes", { id, seen, count }), (key) =>
    call("post", "/api/admin/campaigns/{id}/codes", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { count },
    }),
  );
}

export const codesPath = (id: string) => `/api/admin/campaigns/${encodeURIComponent(id)}/codes`;

/** The URL of codes to print: a single code, or one sheet of many. */
export function codesFile(
  id: string,
  format: "png" | "svg" | "pdf",
  which: { code?: string; sheet?: string } = {},
): string {
  return `${codesPath(id)}?${new URLSearchParams({ format, ...which })}`;
}

export const posterFile = (id: string, format: "pdf" | "svg") =>
  `/api/admin/campaigns/${encodeURIComponent(id)}/poster?format=${format}`;

/** The form of a fuse: digits, or empty for no limit. */
export interface FuseForm {
  perHour: string;
  factor: string;
  floor: string;
}

/** Identified by its campaign's id. */
export type CampaignFuse = FuseState & { _id: string };

export const fuses: Editable<CampaignFuse, FuseForm> = {
  name: "fuses",
  get: async (id, told) => ({
    ...(await call("get", "/api/admin/campaigns/{id}/fuse", { path: { id }, ...told })),
    _id: id,
  }),
  replace: async (id, etag, { perHour, factor, floor }, answered) => {
    const body = {
      ...(perHour ? { perHour: Number(perHour) } : {}),
      ...(factor ? { factor: Number(factor) } : {}),
      ...(floor ? { floor: Number(floor) } : {}),
    };
    const headers = { "If-Match": etag };
    return {
      ...(await call("put", "/api/admin/campaigns/{id}/fuse", { path: { id }, headers, body, answered })),
      _id: id,
    };
  },
};

/** The paused campaigns that somebody has to resume. */
export const pausedQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "campaigns", "paused"],
    queryFn: ({ signal }) => call("get", "/api/admin/campaigns/paused", { signal }),
    refetchInterval: 60_000,
  });

/** Call after a change of a fuse: refreshes its panel, the lists and the alarms. */
export function fuseChanged() {
  contentChanged(fuses);
  contentChanged(campaigns);
}

export const resume = (id: string) => call("post", "/api/admin/campaigns/{id}/resume", { path: { id } });
