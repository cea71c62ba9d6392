import { queryOptions } from "@tanstack/react-query";
import { call } from "../../api/call";
import { isNotFound } from "../../api/isNotFound";
import { userQuery } from "../../api/member";
import { queryClient } from "../../api/queries";
import type { components } from "../../api/schema";
import type { Language } from "../../i18n/language";

export type TermsToAccept = components["schemas"]["TermsToAccept"];

/** The version that the member has not accepted yet; null if there is none. */
export const termsToAcceptQuery = () =>
  queryOptions({
    queryKey: ["terms", "toAccept"],
    queryFn: async ({ signal }): Promise<TermsToAccept | null> => {
      try {
        return await call("get", "/api/terms/change", { signal });
      } catch (error) {
        if (isNotFound(error)) return null;
        throw error;
      }
    },
    staleTime: 60_000,
  });

/** The text of a version; without one, the text that applies today. */
export const termsTextQuery = (version: number | undefined, language: Language) =>
  queryOptions({
    queryKey: ["terms", "text", version, language],
    queryFn: ({ signal }) =>
      version === undefined
        ? call("get", "/api/terms", { query: { lang: language }, signal })
        : call("get", "/api/terms/versions/{version}", {
            path: { version },
            query: { lang: language },
            signal,
          }),
    staleTime: 3_600_000,
  });

/** Accepts a version. Fails as `call` does. */
export async function acceptTerms(version: number): Promise<void> {
  await call("post", "/api/terms/accept", { body: { version } });
  queryClient.setQueryData(userQuery().queryKey, (user) => {
    if (!user) return user;
    const { termsChanged: _, ...rest } = user;
    return rest;
  });
}
