import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import type { Language } from "../../i18n/language";
import { parsePolicy } from "../../shared/policy/policyText";

/** The text that the page shows. */
export type Kind = "privacy" | "terms";

const PLACES = { privacy: "/api/privacy-policy", terms: "/api/terms" } as const;

/** One of the two texts in a language, parsed. The offline cache stores both. */
export const policyQuery = (kind: Kind, language: Language) =>
  queryOptions({
    queryKey: ["privacy", kind, language],
    queryFn: async ({ signal }) =>
      parsePolicy(await call("get", PLACES[kind], { query: { lang: language }, signal })),
    staleTime: 3_600_000,
  });
