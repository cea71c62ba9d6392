import { useTranslation } from "react-i18next";
import type words from "../../i18n/locales/en/deskWebhooks.json";

type Name = keyof typeof words.names;
type Reason = keyof typeof words.reasons;

/** What an event is called; a name that is not known stands for itself. */
export function useEventName() {
  const { t } = useTranslation("deskWebhooks");
  return (event: string) => t(`names.${event.replace(".", "_") as Name}`, { defaultValue: event });
}

/** Why a call failed; a word that is not known stands for itself. */
export function useReason() {
  const { t } = useTranslation("deskWebhooks");
  return (word: string) => t(`reasons.${word as Reason}`, { defaultValue: word });
}
