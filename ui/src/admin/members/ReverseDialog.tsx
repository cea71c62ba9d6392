import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { ReasonDialog } from "../kit/ReasonDialog";
import { memberChanged, reverse } from "./members";

interface ReverseDialogProps {
  id: string;
  onClose(): void;
  /** Called after the reversal. */
  onDone(): void;
}

/** Reverses a transaction with an opposite one; transactions are never edited. */
export function ReverseDialog({ id, onClose, onDone }: ReverseDialogProps) {
  const { t } = useTranslation("adminMembers");
  return (
    <ReasonDialog
      title={t("reverse.plain")}
      submit={t("reverse.submit")}
      busy={t("reverse.busy")}
      hint={t("reasonHint")}
      onClose={onClose}
      act={async (reason) => {
        await reverse(id, reason);
        showToast(t("reverse.done"));
        memberChanged();
        onDone();
      }}
    >
      <p>{t("reverse.text")}</p>
    </ReasonDialog>
  );
}
