import { loadWords } from "../../../i18n/i18n";
import { lazyComponent } from "../../../kit/loading/lazyComponent";

/** The search over the whole admin app, with its texts. */
export const FindDialog = lazyComponent(async () => {
  const [{ FindDialog }] = await Promise.all([
    import("./FindDialog"),
    loadWords(["adminFind", "adminSettings", "adminMoney"]),
  ]);
  return FindDialog;
});
