import { part } from "./part";

/** A dialog of the frame around every screen: fetched when it is asked for, since no first screen shows one. */
export const LaterDialog = part(async () => (await import("./Dialog")).Dialog);
