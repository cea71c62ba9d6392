import { useTranslation } from "react-i18next";
import type { Item } from "../../api/items";
import { localized, useLanguage } from "../../i18n/language";

/** The condition of an item, in words. */
interface Required {
  /** On its tile. */
  tile: string;
  /** The words for the members who may redeem the item. */
  buyers: string;
  /** The words for what the member has to do first. */
  how: string;
}

/** The condition that a buyer of the item must meet; nothing if everybody may have it. */
export function useRequired({ requirement }: Item): Required | undefined {
  const { t } = useTranslation("redeem");
  const language = useLanguage();
  if (!requirement) return undefined;
  const name = localized(requirement.name, language);
  if (requirement.kind === "badge")
    return { tile: name, buyers: t("lockedFor", { goal: name }), how: t("lockedWhy", { goal: name }) };
  const buyers = t("levelOnly", { level: name });
  return { tile: buyers, buyers, how: t("levelWhy", { level: name }) };
}
