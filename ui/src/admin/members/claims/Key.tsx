import { usesLetterKeys } from "../../kit/keys";
import own from "./Claims.module.css";

/** The key of a button, where keys of one letter are in use. Screen readers have it from the button's name. */
export function Key({ of }: { of: string }) {
  return usesLetterKeys() ? <kbd className={own.key}>{of}</kbd> : null;
}
