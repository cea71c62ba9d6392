import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Language } from "../../../i18n/language";
import type { Editable } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";

export type Programme = components["schemas"]["ProgrammeSettings"];
export type Change = components["schemas"]["SettingsChange"];
export type MessageText = components["schemas"]["MessageText"];
export type Words = components["schemas"]["LocalizedText"];

/** A record with the ETag that its change must send. */
async function tagged<T>(send: (answered: (headers: Headers) => void) => Promise<T>) {
  let etag = "";
  const value = await send((headers) => {
    etag = headers.get("ETag") ?? "";
  });
  return { value, etag };
}

export const settingsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "settings", "programme"],
    queryFn: ({ signal }) => tagged((answered) => call("get", "/api/admin/settings", { signal, answered })),
  });

export const saveSettings = (etag: string, body: Programme) =>
  tagged((answered) => call("put", "/api/admin/settings", { headers: { "If-Match": etag }, body, answered }));

export const infrastructureQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "settings", "server"],
    queryFn: ({ signal }) => call("get", "/api/admin/settings/infrastructure", { signal }),
  });

export const textsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "settings", "texts"],
    queryFn: ({ signal }) => call("get", "/api/admin/settings/texts", { signal }),
  });

/** A text is identified by its key. */
export type OneText = MessageText & { _id: string };
export type InEach = Record<Language, string>;

export const texts: Editable<OneText, InEach> = {
  name: "texts",
  get: async (key, told) => ({
    ...(await call("get", "/api/admin/settings/texts/{key}", { path: { key }, ...told })),
    _id: key,
  }),
  replace: async (key, etag, text, answered) => {
    const sent = { path: { key }, headers: { "If-Match": etag }, body: { text }, answered };
    return { ...(await call("put", "/api/admin/settings/texts/{key}", sent)), _id: key };
  },
};

export const resetText = (key: string, etag: string) =>
  call("delete", "/api/admin/settings/texts/{key}", { path: { key }, headers: { "If-Match": etag } });

/** The current text: the programme's own, else the built-in one. */
export const wordsOf = ({ own, builtIn }: Pick<MessageText, "own" | "builtIn">): InEach => {
  const { en, zh, zhhk } = own ?? builtIn;
  return { en, zh: zh ?? "", zhhk: zhhk ?? "" };
};

export const previewText = (key: string, text: InEach) =>
  call("post", "/api/admin/settings/texts/{key}/preview", { path: { key }, body: { text } });

export function settingsChanged() {
  void queryClient.invalidateQueries({ queryKey: [ADMIN, "settings"] });
  void queryClient.invalidateQueries({ queryKey: [ADMIN, "checklist"] });
}
