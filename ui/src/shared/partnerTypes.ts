import { useTranslation } from "react-i18next";

/** The types that have words of ours, in the order of their groups. */
export const KNOWN_TYPES = [
  "food",
  "groceries",
  "transport",
  "shops",
  "home",
  "green",
  "leisure",
  "culture",
  "sports",
  "health",
  "travel",
  "learning",
  "services",
] as const;
export type KnownType = (typeof KNOWN_TYPES)[number];

export function knownType(type: string): KnownType | undefined {
  return KNOWN_TYPES.find((known) => known === type);
}

/** street-food becomes Street food: better than nothing until it has words. */
export function slugWords(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Names a partner's type in the member's language. */
export function usePartnerTypeName() {
  const { t } = useTranslation("explorer");
  return (type: string) => {
    const known = knownType(type);
    return known ? t(`types.${known}`) : slugWords(type);
  };
}
