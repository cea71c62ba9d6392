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

/** Under this key lies all that changes with a campaign's codes and scans. */
export const codesKey = (id: string) => ["campaigns", "codes", id] as const;

/** The code that a poster carries: the shared one, or the newest. */
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

/** Makes codes beside those that were seen, once however often it is sent. */
export function makeCodes({ _id: id, codes: seen }: Campaign, count: number) {
  return once(intent("make-codes", { id, seen, count }), (key) =>
    call("post", "/api/admin/campaigns/{id}/codes", {
      path: { id },
      headers: { "Idempotency-Key": key },
      body: { count },
    }),
  );
}

/** The call that lists a campaign's codes. */
export const codesPath = (id: string) => `/api/admin/campaigns/${encodeURIComponent(id)}/codes`;

/** The address of codes to print: of one, or of the nth sheet of many. */
export function codesFile(
  id: string,
  format: "png" | "svg" | "pdf",
  which: { code?: string; sheet?: string } = {},
): string {
  return `${codesPath(id)}?${new URLSearchParams({ format, ...which })}`;
}

/** The address of the poster. */
export const posterFile = (id: string, format: "pdf" | "svg") =>
  `/api/admin/campaigns/${encodeURIComponent(id)}/poster?format=${format}`;

/** What a fuse's form holds: digits, or nothing for none. */
export interface FuseForm {
  perHour: string;
  factor: string;
  floor: string;
}

/** Known by its campaign's id. */
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

/** The campaigns that wait for somebody to resume them. */
export const pausedQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "campaigns", "paused"],
    queryFn: ({ signal }) => call("get", "/api/admin/campaigns/paused", { signal }),
    refetchInterval: 60_000,
  });

/** After a change of a fuse: its panel, the lists and the alarms. */
export function fuseChanged() {
  contentChanged(fuses);
  contentChanged(campaigns);
}

export const resume = (id: string) => call("post", "/api/admin/campaigns/{id}/resume", { path: { id } });
