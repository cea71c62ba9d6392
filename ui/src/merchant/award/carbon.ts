import { queryOptions } from "@tanstack/react-query";
import { type Answer, call } from "../../api/call";
import type { paths } from "../../api/schema";
import { decimalNumber, wholeNumber } from "../../kit/form/numbers";

export type CarbonFactor = Answer<paths["/api/merchant/carbon-factors"]["get"]>[number];

/** The text that the cashier typed, by the factor's id. */
export type CarbonTyped = Record<string, string>;

/** A quantity as the award sends it. */
export interface CarbonQuantity {
  factorId: string;
  quantity: string;
}

const STALE_MS = 300_000;
/** The server's limit of decimals. */
const DECIMALS = 3;
const LONGEST = 8;

/** The factors whose kilograms, trips or actions a cashier enters here; without an answer the award goes on without them. */
export const carbonFactorsQuery = () =>
  queryOptions({
    queryKey: ["counter", "carbonFactors"],
    queryFn: ({ signal }) => call("get", "/api/merchant/carbon-factors", { signal }),
    staleTime: STALE_MS,
    retry: false,
  });

/** The typed text if it can become a quantity of that factor; kilograms have up to three decimals. */
export function readQuantity({ unit }: Pick<CarbonFactor, "unit">, typed: string): string | undefined {
  if (unit !== "kilogram") return wholeNumber(typed, LONGEST);
  const number = decimalNumber(typed, LONGEST);
  const [, decimals = ""] = number?.split(".") ?? [];
  return decimals.length <= DECIMALS ? number : undefined;
}

/** The quantity as a number; zero while nothing is typed. */
export const amountOf = (typed: string | undefined) => Number(typed || "0") || 0;

export const isOverLimit = ({ most }: Pick<CarbonFactor, "most">, typed: string | undefined) =>
  amountOf(typed) > Number(most);

/** The number of actions after a press of + or −, within 0 and the limit; empty for none. */
export const stepped = ({ most }: Pick<CarbonFactor, "most">, typed: string, step: 1 | -1) =>
  String(Math.min(Math.max(amountOf(typed) + step, 0), Number(most)) || "");

/** The quantities to send: those above zero, of factors that still count if they are known. */
export const quantitiesOf = (factors: readonly CarbonFactor[] | undefined, typed: CarbonTyped) =>
  Object.entries(typed)
    .filter(([id, text]) => amountOf(text) > 0 && (factors?.some(({ _id }) => _id === id) ?? true))
    .map(([factorId, text]): CarbonQuantity => ({ factorId, quantity: String(amountOf(text)) }));

/** The typed texts of quantities that were sent or kept. */
export const typedOf = (quantities: readonly CarbonQuantity[] = []): CarbonTyped =>
  Object.fromEntries(quantities.map(({ factorId, quantity }) => [factorId, quantity]));
