import type { Language } from "../../../i18n/language";
import type { Role } from "../../roles";

/** The pages that exist in three languages, by the role that begins with them. */
const FIRST_PAGES: Partial<Record<Role, string>> = { merchant: "partner-portal", support: "claims" };

/** The address of the handbook for a role: its own page in the reader's language, or the start of the English pages. */
export function handbookOf(role: Role, language: Language): string {
  const page = FIRST_PAGES[role];
  if (!page) return "/docs";
  return language === "en" ? `/docs/${page}` : `/docs/${page}.${language}`;
}
