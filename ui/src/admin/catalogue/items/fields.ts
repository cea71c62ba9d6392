import type { ItemInput } from "../../kit/editor/kinds";

/** Props of each part of the form. */
export interface ItemFields {
  draft: ItemInput;
  set(changes: Partial<ItemInput>): void;
  error(field: string): string | undefined;
  disabled: boolean;
}
