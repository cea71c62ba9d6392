import type { Item } from "../../api/items";
import { localized, useLanguage } from "../../i18n/language";

/** The name of what a buyer of the item must have; empty if everybody may have it. */
export function useRequired({ requirement }: Item): string {
  const language = useLanguage();
  return requirement ? localized(requirement.name, language) : "";
}
