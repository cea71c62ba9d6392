import { useTranslation } from "react-i18next";

/** The types that the app has names for, in the order of their groups. */
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

/** Turns `street-food` into `Street food`: the name of a type that has no translation yet. */
export function slugWords(slug: string): string {
  const words = slug.replace(/[-_]+/g, " ").trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Returns a function that names a partner's type in the member's language. */
export function usePartnerTypeName() {
  const { t } = useTranslation("explorer");
  return (type: string) => {
    const known = knownType(type);
    return known ? t(`types.${known}`) : slugWords(type);
  };
}
