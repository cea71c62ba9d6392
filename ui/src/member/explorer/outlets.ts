import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { components } from "../../api/schema";
import type { Bonus } from "../../shared/bonuses/bonuses";

export type Outlet = components["schemas"]["PartnerOutlet"];
type Position = components["schemas"]["Position"];
type Partner = components["schemas"]["Partner"];

/** The outlets of all partners. */
export const outletsQuery = () =>
  queryOptions({
    queryKey: ["outlets"],
    queryFn: ({ signal }) => call("get", "/api/partner/outlets", { query: { limit: 500 }, signal }),
    staleTime: 300_000,
  });

const isEverywhere = ({ partners, partnerTypes, outlets }: Bonus) =>
  [...partners, ...partnerTypes, ...outlets].length === 0;

/** The bonus that a partner has and not every other partner too, at some of its outlets at least. */
export const bonusOf = (
  partner: Partner,
  bonuses: readonly Bonus[],
  outlets: readonly Outlet[],
): Bonus | undefined => {
  const own = bonuses.filter((bonus) => !isEverywhere(bonus) && isGivenAt(partner, bonus, outlets));
  // A bonus at all outlets is worth more to a member than one at some.
  return own.find(({ outlets: places }) => places.length === 0) ?? own[0];
};

/** The bonuses at every partner. */
export const bonusesEverywhere = (bonuses: readonly Bonus[]): readonly Bonus[] =>
  bonuses.filter(isEverywhere);

/** Returns whether a partner gives a bonus, at some of its outlets at least. */
export function isGivenAt(partner: Partner, bonus: Bonus, outlets: readonly Outlet[]): boolean {
  const { partners, partnerTypes, outlets: places } = bonus;
  return (
    (partners.length === 0 || partners.includes(partner._id)) &&
    (partnerTypes.length === 0 || partnerTypes.includes(partner.type)) &&
    (places.length === 0 || outlets.some((one) => one.partner === partner._id && places.includes(one._id)))
  );
}

const EARTH_METRES = 6_371_000;
const radians = (millionths: number) => (millionths / 1_000_000) * (Math.PI / 180);

/** The distance between two positions in metres, as the crow flies. */
export function metresBetween(one: Position, other: Position): number {
  const [north, east] = [
    radians(other.latitudeE6 - one.latitudeE6),
    radians(other.longitudeE6 - one.longitudeE6),
  ];
  const share =
    Math.sin(north / 2) ** 2 +
    Math.cos(radians(one.latitudeE6)) * Math.cos(radians(other.latitudeE6)) * Math.sin(east / 2) ** 2;
  return 2 * EARTH_METRES * Math.asin(Math.sqrt(share));
}

/** 350 m up to a kilometre, then 4.2 km. */
export function distanceText(metres: number): string {
  if (metres < 995) return `${Math.max(10, Math.round(metres / 10) * 10)} m`;
  return metres < 99_950 ? `${(metres / 1000).toFixed(1)} km` : `${Math.round(metres / 1000)} km`;
}

export interface Reachable {
  outlet: Outlet;
  /** Absent without the member's or the outlet's position. */
  metres?: number;
}

/** Outlets with their distance from here, nearest first; those without a position last, in the given order. */
export function nearestFirst(outlets: readonly Outlet[], here: Position | undefined): Reachable[] {
  const reachable = outlets.map(
    (outlet): Reachable =>
      here && outlet.position ? { outlet, metres: metresBetween(here, outlet.position) } : { outlet },
  );
  return reachable.sort(
    (one, other) =>
      (one.metres ?? Number.POSITIVE_INFINITY) - (other.metres ?? Number.POSITIVE_INFINITY) || 0,
  );
}

/** The partners by their nearest outlet. Partners without an outlet on the map come last. */
export function partnersNearby(
  partners: readonly Partner[],
  outlets: readonly Outlet[],
  here: Position,
): { partner: Partner; metres?: number | undefined }[] {
  const nearest = new Map<string, number>();
  for (const { outlet, metres } of nearestFirst(outlets, here))
    if (metres !== undefined && !nearest.has(outlet.partner)) nearest.set(outlet.partner, metres);
  return partners
    .map((partner) => ({ partner, metres: nearest.get(partner._id) }))
    .sort(
      (one, other) => (one.metres ?? Number.MAX_SAFE_INTEGER) - (other.metres ?? Number.MAX_SAFE_INTEGER),
    );
}

/** Opens the map of the phone: the position if there is one, else the address. */
export function mapLink({ position, address }: Outlet, words: string): string {
  const place = position
    ? `${position.latitudeE6 / 1_000_000},${position.longitudeE6 / 1_000_000}`
    : words || address.en;
  return `https://www.google.com/maps/search/?api=1&query=${encodeURIComponent(place)}`;
}
