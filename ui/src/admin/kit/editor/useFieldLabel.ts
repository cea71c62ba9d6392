import { useTranslation } from "react-i18next";
import type { Content } from "./content";

/** The label of a field by its name in the request, such as `name.zh`; an unknown field is called the form. */
export function useFieldLabel(
  namespace: Content<never, never>["namespace"] | "adminAnnouncements" | "adminRules",
) {
  const { i18n } = useTranslation(namespace);
  return (key: string): string => {
    const [field = ""] = key.split(".");
    const words: Readonly<Record<string, string>> = i18n.getResource(i18n.language, namespace, "fields");
    return words[field] ?? words.other ?? field;
  };
}
