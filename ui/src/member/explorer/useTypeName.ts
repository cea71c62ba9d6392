import { useTranslation } from "react-i18next";
import { knownType, slugWords } from "./partners";

/** Names a partner's type in the member's language. */
export function useTypeName() {
  const { t } = useTranslation("explorer");
  return (type: string) => {
    const known = knownType(type);
    return known ? t(`types.${known}`) : slugWords(type);
  };
}
