import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";

/** The programme's contacts in a chunk of their own, for rare pages. Nothing if the chunk does not load. */
export const LazyContactRows = lazyComponent(async () => {
  const [{ ContactRows }] = await Promise.all([import("./ContactRows"), loadWords("profile")]);
  return ContactRows;
});
