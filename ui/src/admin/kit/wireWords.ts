import { useTranslation } from "react-i18next";

type Namespace = "adminAudit" | "adminMessages" | "adminSettings" | "adminWebhooks";

/** Looks up the translation of a name from the server; undefined for names that are newer than the app. */
export function useWireWords(namespace: Namespace) {
  const { i18n } = useTranslation(namespace);
  return (place: string): string | undefined => {
    const words: unknown = i18n.getResource(i18n.language, namespace, place);
    return typeof words === "string" ? words : undefined;
  };
}
