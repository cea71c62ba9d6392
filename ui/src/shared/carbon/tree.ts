import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";

export type Tree = components["schemas"]["CarbonTree"];

/** A petal opens with each kilogram. A bloom has five petals. */
const GRAMS_OF_PETAL = 1000;
const PETALS = 5;

/** The member's tree of a year; of this year without one. */
export const treeQuery = (year?: number) =>
  queryOptions({
    queryKey: ["carbon", "tree", year ?? "now"],
    queryFn: ({ signal }) =>
      call("get", "/api/carbon/tree", { query: year === undefined ? {} : { year }, signal }),
  });

/** The state of the tree's bloom. */
export interface Bloomed {
  blooms: number;
  /** Open petals of the bloom under way. */
  petals: number;
  /** Grams until the next petal opens. */
  missing: number;
}

export function bloomed(grams: number): Bloomed {
  const petals = Math.floor(grams / GRAMS_OF_PETAL);
  return {
    blooms: Math.floor(petals / PETALS),
    petals: petals % PETALS,
    missing: Math.ceil((petals + 1) * GRAMS_OF_PETAL - grams),
  };
}

/** Grams as a number and a unit: 850 g, 1.4 kg, 46.8 kg, 1,204 kg. Rounded down, so that no petal is promised early. */
export function weightOf(grams: number): { number: string; unit: "g" | "kg" } {
  if (grams < GRAMS_OF_PETAL) return { number: String(Math.floor(grams)), unit: "g" };
  const tenths = Math.floor(grams / 100);
  const whole = new Intl.NumberFormat("en-HK").format(Math.floor(tenths / 10));
  return { number: tenths >= 10_000 ? whole : `${whole}.${tenths % 10}`, unit: "kg" };
}
