import { lazyComponent } from "../loading/lazyComponent";

/** The dialog of the frame around every screen, loaded on demand because no first screen shows one. */
export const LazyDialog = lazyComponent(async () => (await import("./Dialog")).Dialog);
