import { loadWords } from "../i18n/i18n";
import { lazyComponent } from "../kit/loading/lazyComponent";

/** The ways to reach the programme, for pages that few see: in a chunk of its own, and nothing where that does not come. */
export const LazyContactRows = lazyComponent(async () => {
  const [{ ContactRows }] = await Promise.all([import("./ContactRows"), loadWords("profile")]);
  return ContactRows;
});
