import { useTranslation } from "react-i18next";

type Namespace = "deskAudit" | "deskMessages" | "deskWebhooks";

/** Words that go by a name of the server's, where there are any: names that came later stand for themselves. */
export function useWireWords(namespace: Namespace) {
  const { i18n } = useTranslation(namespace);
  return (place: string): string | undefined => {
    const words: unknown = i18n.getResource(i18n.language, namespace, place);
    return typeof words === "string" ? words : undefined;
  };
}
