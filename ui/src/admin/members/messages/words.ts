import { useWireWords } from "../../kit/wireWords";

/** What a message is about, by its name on the wire; a name that is not known stands for itself. */
export function useKindName() {
  const words = useWireWords("deskMessages");
  return (kind: string) => words(`kinds.${kind}`) ?? kind;
}

/** What a reason means and what to do about it; nothing for a word that is not known. */
export function useAdvice() {
  const words = useWireWords("deskMessages");
  return (word: string) => words(`reasons.${word}`) ?? "";
}
