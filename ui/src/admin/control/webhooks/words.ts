import { useWireWords } from "../../kit/wireWords";

/** The label of an event; an unknown name is shown as is. */
export function useEventName() {
  const words = useWireWords("adminWebhooks");
  return (event: string) => words(`names.${event.replace(".", "_")}`) ?? event;
}

/** The reason why a call failed; an unknown reason is shown as is. */
export function useReason() {
  const words = useWireWords("adminWebhooks");
  return (word: string) => words(`reasons.${word}`) ?? word;
}
