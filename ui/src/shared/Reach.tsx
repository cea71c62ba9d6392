import { part } from "../components/part";
import { loadWords } from "../i18n/i18n";

/** The ways to reach the programme, for pages that few see: in a chunk of its own, and nothing where that does not come. */
export const Reach = part(async () => {
  const [{ ContactRows }] = await Promise.all([import("./ContactRows"), loadWords("profile")]);
  return ContactRows;
});
