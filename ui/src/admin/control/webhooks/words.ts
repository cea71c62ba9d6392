import { useWireWords } from "../../kit/wireWords";

/** What an event is called; a name that is not known stands for itself. */
export function useEventName() {
  const words = useWireWords("deskWebhooks");
  return (event: string) => words(`names.${event.replace(".", "_")}`) ?? event;
}

/** Why a call failed; a word that is not known stands for itself. */
export function useReason() {
  const words = useWireWords("deskWebhooks");
  return (word: string) => words(`reasons.${word}`) ?? word;
}
