import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Partner, PartnerInput } from "../../kit/editor/kinds";
import { ADMIN } from "../../session";
import { lookWhileRunning } from "../rules/rules";

type Schemas = components["schemas"];
export type RatesVersion = Schemas["PartnerRatesVersion"];
export type RatesSimulation = Schemas["PartnerRatesSimulation"];

/** The rates of a form, as decimal strings. */
export type Rates = Pick<PartnerInput, "basePoints" | "extraPoints">;

export const ratesQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "partnerRates", id],
    queryFn: ({ signal }) => call("get", "/api/admin/partners/{id}/rates", { path: { id }, signal }),
  });

export const ratesSimulationQuery = (id: string) =>
  queryOptions({
    queryKey: [ADMIN, "partnerRatesSimulation", id],
    queryFn: ({ signal }) =>
      call("get", "/api/admin/partners/{id}/rates/simulation", { path: { id }, signal }),
    refetchInterval: lookWhileRunning,
  });

/** Begins a simulation of rates on the purchases of the last days. */
export async function simulateRates(id: string, rates: Rates, days: number) {
  const body = { basePoints: rates.basePoints || "0", extraPoints: rates.extraPoints || "0", days };
  const begun = await call("post", "/api/admin/partners/{id}/rates/simulation", { path: { id }, body });
  queryClient.setQueryData(ratesSimulationQuery(id).queryKey, begun);
}

export async function stopRatesSimulation(id: string) {
  await call("delete", "/api/admin/partners/{id}/rates/simulation", { path: { id } });
  await queryClient.invalidateQueries({ queryKey: ratesSimulationQuery(id).queryKey });
}

/** Fetches the versions of the rates anew, because a partner was saved. */
export function ratesChanged(id: string) {
  void queryClient.invalidateQueries({ queryKey: ratesQuery(id).queryKey });
}

/** Returns whether the rates are equal as numbers. `1` and `1.0` are equal. */
export const sameRates = (one: Partial<Rates>, other: Partial<Rates>) =>
  Number(one.basePoints || 0) === Number(other.basePoints || 0) &&
  Number(one.extraPoints || 0) === Number(other.extraPoints || 0);

/** Returns whether a simulation of these rates is finished and still valid. */
export const isSimulated = (found: RatesSimulation | undefined, rates: Rates, now: number) =>
  found?.result !== undefined &&
  found.validUntil !== undefined &&
  Date.parse(found.validUntil) > now &&
  sameRates(found, rates);

/**
 * Returns whether members would earn by other rates once the form is saved, so that the rates have to be
 * simulated first.
 */
export const needsSimulation = (saved: Partner | undefined, rates: Rates) =>
  saved?.state === "published" && !sameRates(saved, rates);
