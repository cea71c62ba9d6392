import { queryOptions, useQuery } from "@tanstack/react-query";
import { localized, useLanguage } from "../i18n/language";
import { call } from "./call";

/** Every partner of the programme. */
export const partnersQuery = () =>
  queryOptions({
    queryKey: ["partners"],
    queryFn: ({ signal }) => call("get", "/api/partner/list", { query: { limit: 500 }, signal }),
    staleTime: 60_000,
  });

/** A partner's name in the member's language; undefined until loaded. Without an id nothing is requested. */
export function usePartnerName(id: string | null | undefined): string | undefined {
  const language = useLanguage();
  const { data } = useQuery({ ...partnersQuery(), enabled: Boolean(id) });
  const partner = data?.find(({ _id }) => _id === id);
  return partner && localized(partner.name, language);
}
