import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type Programme = components["schemas"]["ProgrammeSettings"];
export type Change = components["schemas"]["SettingsChange"];
export type MessageText = components["schemas"]["MessageText"];
export type Words = components["schemas"]["LocalizedText"];

/** What is shown and the tag that its change must name. */
async function tagged<T>(send: (answered: (headers: Headers) => void) => Promise<T>) {
  let etag = "";
  const value = await send((headers) => {
    etag = headers.get("ETag") ?? "";
  });
  return { value, etag };
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: [DESK, "settings", "programme"],
    queryFn: ({ signal }) => tagged((answered) => call("get", "/api/admin/settings", { signal, answered })),
  });

export const saveSettings = (etag: string, body: Programme) =>
  tagged((answered) => call("put", "/api/admin/settings", { headers: { "If-Match": etag }, body, answered }));

export const infrastructureQuery = () =>
  queryOptions({
    queryKey: [DESK, "settings", "server"],
    queryFn: ({ signal }) => call("get", "/api/admin/settings/infrastructure", { signal }),
  });

export const textsQuery = () =>
  queryOptions({
    queryKey: [DESK, "settings", "texts"],
    queryFn: ({ signal }) => call("get", "/api/admin/settings/texts", { signal }),
  });

export const textQuery = (key: string) =>
  queryOptions({
    queryKey: [DESK, "settings", "text", key],
    queryFn: ({ signal }) =>
      tagged((answered) =>
        call("get", "/api/admin/settings/texts/{key}", { path: { key }, signal, answered }),
      ),
    // Whoever opens it again edits what is there now.
    gcTime: 0,
  });

export const saveText = (key: string, etag: string, text: Words) =>
  call("put", "/api/admin/settings/texts/{key}", {
    path: { key },
    headers: { "If-Match": etag },
    body: { text },
  });

export const resetText = (key: string) =>
  call("delete", "/api/admin/settings/texts/{key}", { path: { key } });

export const previewText = (key: string, text: Words) =>
  call("post", "/api/admin/settings/texts/{key}/preview", { path: { key }, body: { text } });

export function settingsChanged() {
  void queryClient.invalidateQueries({ queryKey: [DESK, "settings"] });
  void queryClient.invalidateQueries({ queryKey: [DESK, "checklist"] });
}
