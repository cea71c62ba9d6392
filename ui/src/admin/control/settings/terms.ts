import { queryOptions } from "@tanstack/react-query";
import { call } from "../../../api/call";
import { queryClient } from "../../../api/queries";
import type { components } from "../../../api/schema";
import type { Language } from "../../../i18n/language";
import { type Localized, tidyOptional, tidyText } from "../../kit/editor/localized";
import { ADMIN } from "../../session";

export type TermsVersion = components["schemas"]["TermsVersion"];
type TermsInput = components["schemas"]["TermsVersionInput"];

export const termsVersionsQuery = () =>
  queryOptions({
    queryKey: [ADMIN, "terms"],
    queryFn: ({ signal }) => call("get", "/api/admin/terms", { signal }),
  });

const textIn = (lang: Language) => call("get", "/api/terms", { query: { lang } });

/** The terms that members read today, in each language. */
export async function termsOfToday(): Promise<Localized> {
  const [en, zh, zhhk] = await Promise.all([textIn("en"), textIn("zh"), textIn("zhhk")]);
  return { en, zh, zhhk };
}

export interface TermsDraft {
  text: Localized;
  changes: { title: Localized; text: Localized }[];
  startsOn: string;
  decideBy: string;
}

/** Publishes the next version. Fails as `call` does. */
export async function publishTerms({ text, changes, startsOn, decideBy }: TermsDraft): Promise<TermsVersion> {
  const body: TermsInput = {
    text: tidyText(text),
    changes: changes.map((change) => {
      const words = tidyOptional(change.text);
      return { title: tidyText(change.title), ...(words ? { text: words } : {}) };
    }),
    startsOn,
    decideBy,
  };
  const made = await call("post", "/api/admin/terms", { body });
  for (const name of ["terms", "audit"]) void queryClient.invalidateQueries({ queryKey: [ADMIN, name] });
  return made;
}
