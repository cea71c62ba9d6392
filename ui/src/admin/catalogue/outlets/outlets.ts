import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Editable } from "../../kit/editor/kinds";
import { type ImportList, texts } from "../../kit/import/import";
import { ADMIN } from "../../session";

type Schemas = components["schemas"];
export type Outlet = Schemas["Outlet"];
export type OutletInput = Schemas["OutletInput"];
export type Till = Schemas["Till"];
export type WaitingTill = Schemas["WaitingTill"];
export type Cashier = Schemas["Cashier"];

const COUNTERS = "counters";

export const outletsQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, COUNTERS, "outlets", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/outlets", { path: { id }, signal }),
  });

export const tillsQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, COUNTERS, "tills", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/tills", { path: { id }, signal }),
  });

export const cashiersQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, COUNTERS, "cashiers", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/cashiers", { path: { id }, signal }),
  });

const addOutlet = (id: string, body: OutletInput) =>
  call("post", "/api/admin/partners/{id}/outlets", { path: { id }, body });

/** Imports of a partner's outlets. Undo needs the permission to close outlets. */
export const outletsImport = (id: string, mayClose: boolean): ImportList => ({
  of: "outlets",
  load: (how) => call("post", "/api/admin/partners/{id}/outlets/import", { path: { id }, ...how }),
  headings: [...texts("name"), ...texts("address"), "district", "phone"],
  changed: outletsChanged,
  ...(mayClose && {
    undo: (ids: string[]) =>
      call("post", "/api/admin/partners/{id}/outlets/import/undo", { path: { id }, body: { ids } }),
  }),
});

/** A partner's outlets, as their form edits them. */
export const outletsOf = (partner: string): Editable<Outlet, OutletInput> => ({
  name: COUNTERS,
  get: (id, told) => call("get", "/api/admin/outlets/{id}", { path: { id }, ...told }),
  create: (body) => addOutlet(partner, body),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/outlets/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
});

export const closeOutlet = (id: string) => call("delete", "/api/admin/outlets/{id}", { path: { id } });

export const addTill = (outlet: string, name: string) =>
  call("post", "/api/admin/outlets/{id}/tills", { path: { id: outlet }, body: { name } });

export const changeTill = (id: string, body: Schemas["TillChange"]) =>
  call("put", "/api/admin/tills/{id}", { path: { id }, body });

export const linkTill = (id: string) => call("post", "/api/admin/tills/{id}/link", { path: { id } });

export const unlockTill = (id: string) => call("post", "/api/admin/tills/{id}/unlock", { path: { id } });

export const revokeTill = (id: string) => call("delete", "/api/admin/tills/{id}", { path: { id } });

export const addCashier = (id: string, body: Schemas["CashierInput"]) =>
  call("post", "/api/admin/partners/{id}/cashiers", { path: { id }, body });

/** The fields of a cashier that the form edits. */
export interface CashierForm {
  name: string;
  active: boolean;
}

export const cashiers: Editable<Cashier, CashierForm> = {
  name: COUNTERS,
  get: (id, told) => call("get", "/api/admin/cashiers/{id}", { path: { id }, ...told }),
  replace: (id, etag, body, answered) =>
    call("put", "/api/admin/cashiers/{id}", { path: { id }, headers: { "If-Match": etag }, body, answered }),
};

/** Sets a new PIN; the rest of the cashier stays as it is now. */
export const changePin = (id: string, pin: string) =>
  call("put", "/api/admin/cashiers/{id}", { path: { id }, body: { pin } });

export const removeCashier = (id: string) => call("delete", "/api/admin/cashiers/{id}", { path: { id } });

export const removeDeviceLocks = (id: string) =>
  call("delete", "/api/admin/cashiers/{id}/passkeys", { path: { id } });

/** Call after a change of an outlet, a till or a cashier. */
export function outletsChanged() {
  for (const name of [COUNTERS, "audit"]) void queryClient.invalidateQueries({ queryKey: [ADMIN, name] });
}
