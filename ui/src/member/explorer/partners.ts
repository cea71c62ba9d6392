import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { Item } from "../../api/items";
import { partnersQuery } from "../../api/partners";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import { addressIn } from "../../device/address";
import type { District } from "../../shared/districts";
import { KNOWN_TYPES } from "../../shared/partnerTypes";
import type { Outlet } from "./outlets";

export type Partner = components["schemas"]["Partner"];

export const partnerQuery = (id: string) =>
  queryOptions({
    queryKey: ["partners", id],
    queryFn: ({ signal }) => call("get", "/api/partner/detail/{id}", { path: { id }, signal }),
    staleTime: 60_000,
  });

/** The partner from the cached list, until its own answer is there. */
export const listedPartner = (id: string): Partner | undefined =>
  queryClient.getQueryData(partnersQuery().queryKey)?.find(({ _id }) => _id === id);

export interface Group {
  type: string;
  partners: Partner[];
}

/** Groups by type: known types in our order, then the others in the order of the list. */
export function groupsOf(partners: readonly Partner[]): Group[] {
  const groups = new Map<string, Partner[]>(KNOWN_TYPES.map((type) => [type, []]));
  for (const partner of partners) {
    const group = groups.get(partner.type);
    if (group) group.push(partner);
    else groups.set(partner.type, [partner]);
  }
  return [...groups].flatMap(([type, found]) => (found.length > 0 ? [{ type, partners: found }] : []));
}

/** From this many letters a search begins; one Han character is a word already. */
export const isLongEnough = (words: string) => words.length >= 2 || /\p{Script=Han}/u.test(words);

interface SearchWords {
  typeName(type: string): string;
  placeName(district: District): string;
  outlets: readonly Outlet[];
  items: readonly Item[];
}

/** The partners whose name, type, outlets, districts or rewards contain the words, in any language. */
export function matching(
  partners: readonly Partner[],
  typed: string,
  { typeName, placeName, outlets, items }: SearchWords,
): readonly Partner[] {
  const words = typed.trim().toLocaleLowerCase();
  if (!isLongEnough(words)) return partners;
  const has = (...texts: (string | null | undefined)[]) =>
    texts.some((text) => text?.toLocaleLowerCase().includes(words));
  const names = ({ en, zh, zhhk }: Partner["name"]) => [en, zh, zhhk];
  return partners.filter(
    ({ _id, name, type }) =>
      has(...names(name), typeName(type)) ||
      outlets.some(
        (outlet) =>
          outlet.partner === _id &&
          has(...names(outlet.name), ...names(outlet.address), outlet.district && placeName(outlet.district)),
      ) ||
      items.some((item) => item.partner === _id && has(...names(item.name))),
  );
}

/** The partners that have an outlet in the district; all of them without one. */
export function inDistrict(
  partners: readonly Partner[],
  outlets: readonly Outlet[],
  district: District | undefined,
): readonly Partner[] {
  if (!district) return partners;
  const there = new Set(
    outlets.filter((outlet) => outlet.district === district).map(({ partner }) => partner),
  );
  return partners.filter(({ _id }) => there.has(_id));
}

/** The target of "Shop now"; undefined if there is no link or it is not http(s). */
export function shopLink(link: string | null | undefined): string | undefined {
  const address = addressIn(link ?? "");
  return address && /^https?:$/.test(address.protocol) ? address.href : undefined;
}
