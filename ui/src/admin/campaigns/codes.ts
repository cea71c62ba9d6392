import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { campaigns, contentChanged } from "../content/kinds";
import { DESK } from "../session";

export type Code = components["schemas"]["AdminCampaignCode"];
export type Fuse = components["schemas"]["CampaignFuse"];
export type Paused = components["schemas"]["PausedCampaign"];
export type FuseState = components["schemas"]["CampaignFuseState"];

/** Under this key lies all that changes with a campaign's codes and scans. */
export const codesKey = (id: string) => ["campaigns", "codes", id] as const;

/** The code that a poster carries: the shared one, or the newest. */
export const posterCodeQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, ...codesKey(id), "poster"],
    queryFn: async ({ signal }) => {
      const rows = await call("get", "/api/admin/campaigns/{id}/codes", {
        path: { id },
        query: { limit: 1 },
        signal,
      });
      return rows[0] ?? null;
    },
  });

export const makeCodes = (id: string, count: number) =>
  call("post", "/api/admin/campaigns/{id}/codes", { path: { id }, body: { count } });

/** The call that lists a campaign's codes. */
export const codesPath = (id: string) => `/api/admin/campaigns/${encodeURIComponent(id)}/codes`;

/** The address of codes to print. */
export function codesFile(id: string, format: "png" | "svg" | "pdf", code?: string): string {
  const query = new URLSearchParams({ format, ...(code ? { code } : {}) });
  return `${codesPath(id)}?${query}`;
}

/** The address of the poster. */
export const posterFile = (id: string, format: "pdf" | "svg") =>
  `/api/admin/campaigns/${encodeURIComponent(id)}/poster?format=${format}`;

export const fuseQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, "campaigns", "fuse", id],
    queryFn: ({ signal }) => call("get", "/api/admin/campaigns/{id}/fuse", { path: { id }, signal }),
  });

/** The campaigns that wait for somebody to resume them. */
export const pausedQuery = () =>
  queryOptions({
    queryKey: [DESK, "campaigns", "paused"],
    queryFn: ({ signal }) => call("get", "/api/admin/campaigns/paused", { signal }),
    refetchInterval: 60_000,
  });

/** After a change of a fuse: its panel, the lists and the alarms. */
export function fuseChanged(id: string, state: FuseState) {
  queryClient.setQueryData(fuseQuery(id).queryKey, state);
  contentChanged(campaigns);
}

export const setFuse = (id: string, body: Fuse) =>
  call("put", "/api/admin/campaigns/{id}/fuse", { path: { id }, body });

export const resume = (id: string) => call("post", "/api/admin/campaigns/{id}/resume", { path: { id } });
