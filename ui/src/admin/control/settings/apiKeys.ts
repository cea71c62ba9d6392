import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Editable } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";

export type ApiKey = components["schemas"]["AdminApiKey"];
export type Scope = components["schemas"]["ApiKeyScope"];
export type Terms = components["schemas"]["ApiKeyInput"];

export const SCOPES: readonly Scope[] = ["award", "collect", "activity"];

export const keysQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "keys"],
    queryFn: ({ signal }) => call("get", "/api/admin/api-keys", { signal }),
  });

/** The partner whose till uses a key, and the outlet of the till; empty for all outlets. */
type KeyPlace = Pick<KeyValues, "partnerId" | "outletId">;

export const makeKey = ({ partnerId, outletId }: KeyPlace, terms: Terms, expiresInDays: number) =>
  call("post", "/api/admin/api-keys", {
    body: { partnerId, ...(outletId && { outletId }), expiresInDays, ...terms },
  });

/** The fields of a key that can be edited. */
export interface KeyForm extends Pick<KeyValues, "name" | "networks" | "dailyCap"> {
  scopes: Partial<Record<Scope, boolean>>;
}

export const keys: Editable<ApiKey, KeyForm> = {
  name: "keys",
  get: (id, told) => call("get", "/api/admin/api-keys/{id}", { path: { id }, ...told }),
  replace: (id, etag, form, answered) =>
    call("put", "/api/admin/api-keys/{id}", {
      path: { id },
      headers: { "If-Match": etag },
      body: termsOf(form, scopesOf(form)),
      answered,
    }),
};

export const scopesOf = (form: KeyForm) => SCOPES.filter((scope) => form.scopes[scope]);

export const revokeKey = (id: string) => call("delete", "/api/admin/api-keys/{id}", { path: { id } });

export const keysChanged = () => queryClient.invalidateQueries({ queryKey: [ADMIN, "keys"] });

/** The form of a key; one network per line. */
export type KeyValues = {
  name: string;
  partnerId: string;
  outletId: string;
  networks: string;
  dailyCap: string;
  days: string;
};

export const termsOf = (
  { name, networks, dailyCap }: Pick<KeyValues, "name" | "networks" | "dailyCap">,
  scopes: readonly Scope[],
): Terms => ({
  name: name.trim(),
  scopes: [...scopes],
  networks: networks.split(/[\s,]+/).filter(Boolean),
  ...(dailyCap ? { dailyCap: Number(dailyCap) } : {}),
});
