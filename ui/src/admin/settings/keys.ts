import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { DESK } from "../session";

export type ApiKey = components["schemas"]["AdminApiKey"];

export const keysQuery = () =>
  queryOptions({
    queryKey: [DESK, "keys"],
    queryFn: ({ signal }) => call("get", "/api/admin/api-keys", { signal }),
  });

export const makeKey = (name: string, partnerId: string) =>
  call("post", "/api/admin/api-keys", { body: { name, partnerId } });

export const revokeKey = (id: string) => call("delete", "/api/admin/api-keys/{id}", { path: { id } });

export const keysChanged = () => queryClient.invalidateQueries({ queryKey: [DESK, "keys"] });
