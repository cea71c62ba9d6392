import { useWireWords } from "../../kit/wireWords";

/** The label of a message kind; an unknown name is shown as is. */
export function useKindName() {
  const words = useWireWords("adminMessages");
  return (kind: string) => words(`kinds.${kind}`) ?? kind;
}

/** Explains a reason and what to do about it; empty for an unknown code. */
export function useAdvice() {
  const words = useWireWords("adminMessages");
  return (word: string) => words(`reasons.${word}`) ?? "";
}
