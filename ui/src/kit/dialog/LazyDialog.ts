import { lazyComponent } from "../loading/lazyComponent";

/** A dialog of the frame around every screen: fetched when it is asked for, since no first screen shows one. */
export const LazyDialog = lazyComponent(async () => (await import("./Dialog")).Dialog);
