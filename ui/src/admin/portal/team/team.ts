import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../../api/call";
import type { components, paths } from "../../../api/schema";
import { ofStaff, PORTAL } from "../portal";

type Schemas = components["schemas"];
export type Cashier = Schemas["Cashier"];
export type Till = Schemas["Till"];
export type WaitingTill = Schemas["WaitingTill"];
export type Outlet = Answer<paths["/api/merchant/outlets"]["get"]>[number];

export const ownCashiersQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "cashiers"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/cashiers", { signal })),
  });

const TILLS_FRESH_MS = 10_000;

/** The tills; a device that takes its link shows up by itself. */
export const ownTillsQuery = () =>
  queryOptions({
    queryKey: [...PORTAL, "tills"],
    queryFn: ({ signal }) => ofStaff(call("get", "/api/merchant/tills", { signal })),
    refetchInterval: TILLS_FRESH_MS,
  });

export const addCashier = (body: Schemas["CashierInput"]) =>
  ofStaff(call("post", "/api/merchant/cashiers", { body }));

export const changeCashier = (id: string, body: Schemas["CashierChange"]) =>
  ofStaff(call("put", "/api/merchant/cashiers/{id}", { path: { id }, body }));

export const removeCashier = (id: string) =>
  ofStaff(call("delete", "/api/merchant/cashiers/{id}", { path: { id } }));

export const addTill = (outletId: string, name: string) =>
  ofStaff(call("post", "/api/merchant/tills", { body: { outletId, name } }));

export const changeTill = (id: string, body: Schemas["TillChange"]) =>
  ofStaff(call("put", "/api/merchant/tills/{id}", { path: { id }, body }));

export const linkTill = (id: string) =>
  ofStaff(call("post", "/api/merchant/tills/{id}/link", { path: { id } }));

export const unlockTill = (id: string) =>
  ofStaff(call("post", "/api/merchant/tills/{id}/unlock", { path: { id } }));

export const withdrawTill = (id: string) =>
  ofStaff(call("delete", "/api/merchant/tills/{id}", { path: { id } }));

const AWAY_MS = 24 * 3_600_000;

/** Returns whether a till in use has sent no request for a day. */
export const isAway = ({ state, lastSeen }: Till, now = Date.now()) =>
  state === "enrolled" && lastSeen !== undefined && now - Date.parse(lastSeen) > AWAY_MS;
