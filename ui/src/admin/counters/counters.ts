import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import type { Loading } from "../loading/loading";
import { DESK } from "../session";

type Schemas = components["schemas"];
export type Outlet = Schemas["Outlet"];
export type OutletInput = Schemas["OutletInput"];
export type Till = Schemas["Till"];
export type WaitingTill = Schemas["WaitingTill"];
export type Cashier = Schemas["Cashier"];

const COUNTERS = "counters";

export const outletsQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, COUNTERS, "outlets", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/outlets", { path: { id }, signal }),
  });

export const tillsQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, COUNTERS, "tills", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/tills", { path: { id }, signal }),
  });

export const cashiersQuery = (id: string) =>
  queryOptions({
    queryKey: [DESK, COUNTERS, "cashiers", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/cashiers", { path: { id }, signal }),
  });

export const addOutlet = (id: string, body: OutletInput) =>
  call("post", "/api/admin/partners/{id}/outlets", { path: { id }, body });

/** Files of a partner's outlets. */
export const outletsLoading = (id: string): Loading => ({
  of: "outlets",
  load: (how) => call("post", "/api/admin/partners/{id}/outlets/import", { path: { id }, ...how }),
  headings: ["name", "address"].flatMap((field) =>
    ["en", "zh", "zhhk"].map((language) => `${field}.${language}`),
  ),
  changed: countersChanged,
});

/** The version of an outlet that a change of it must name. */
export async function versionOf(id: string): Promise<string> {
  let etag = "";
  await call("get", "/api/admin/outlets/{id}", {
    path: { id },
    answered: (headers) => {
      etag = headers.get("ETag") ?? "";
    },
  });
  return etag;
}

/** Changes an outlet that nobody else has changed meanwhile. */
export const changeOutlet = (id: string, etag: string, body: OutletInput) =>
  call("put", "/api/admin/outlets/{id}", { path: { id }, headers: { "If-Match": etag }, body });

export const closeOutlet = (id: string) => call("delete", "/api/admin/outlets/{id}", { path: { id } });

export const addTill = (outlet: string, name: string) =>
  call("post", "/api/admin/outlets/{id}/tills", { path: { id: outlet }, body: { name } });

export const linkTill = (id: string) => call("post", "/api/admin/tills/{id}/link", { path: { id } });

export const unlockTill = (id: string) => call("post", "/api/admin/tills/{id}/unlock", { path: { id } });

export const revokeTill = (id: string) => call("delete", "/api/admin/tills/{id}", { path: { id } });

export const addCashier = (id: string, body: Schemas["NewCashier"]) =>
  call("post", "/api/admin/partners/{id}/cashiers", { path: { id }, body });

export const changeCashier = (id: string, body: Schemas["CashierChange"]) =>
  call("put", "/api/admin/cashiers/{id}", { path: { id }, body });

export const removeCashier = (id: string) => call("delete", "/api/admin/cashiers/{id}", { path: { id } });

export const removeDeviceLocks = (id: string) =>
  call("delete", "/api/admin/cashiers/{id}/passkeys", { path: { id } });

/** After a change of an outlet, a till or a cashier. */
export function countersChanged() {
  for (const name of [COUNTERS, "audit"]) void queryClient.invalidateQueries({ queryKey: [DESK, name] });
}
