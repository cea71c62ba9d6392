import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { type BulkOutcome, contentChanged } from "./kinds";

/** A removed record that can be restored. */
export interface Restorable {
  name: string;
  bulk(change: { action: "restore"; ids: string[] }): Promise<BulkOutcome[]>;
}

/** Shows that a record was removed, with an undo button until it is closed. */
export function useUndo() {
  const { t } = useTranslation("adminContent");
  const { t: common } = useTranslation("admin");
  return (kind: Restorable, ids: string[], removed: string) => {
    const failed = () => showToast(t("backFailed"), undefined, "note");
    const act = () => {
      const back = (fates: BulkOutcome[]) => {
        contentChanged(kind);
        if (fates.every(({ done }) => done)) showToast(t("back", { count: ids.length }));
        else failed();
      };
      kind.bulk({ action: "restore", ids }).then(back, failed);
    };
    showToast(removed, { label: common("undo"), act });
  };
}
