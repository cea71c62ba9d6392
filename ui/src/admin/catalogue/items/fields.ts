import type { ItemInput } from "../../kit/editor/kinds";

/** What each part of the form is given. */
export interface ItemFields {
  draft: ItemInput;
  set(changes: Partial<ItemInput>): void;
  error(field: string): string | undefined;
  disabled: boolean;
}
