import { lazyComponent } from "../../../kit/loading/lazyComponent";

/** The list of keys, fetched when it is opened. */
export const KeysDialog = lazyComponent(async () => (await import("./KeysDialog")).KeysDialog);
