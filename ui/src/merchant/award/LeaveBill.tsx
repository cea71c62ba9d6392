import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Dialog } from "../../kit/dialog/Dialog";

/** Leaves a bill, and asks before it if something was typed. The dialog has to be drawn. */
export function useLeaveBill(isTyped: boolean, onLeave: () => void): { leave(): void; dialog: ReactNode } {
  const { t } = useTranslation("counter");
  const [asking, setAsking] = useState(false);
  const dialog = asking && (
    <Dialog
      alert
      title={t("leaveBill.title")}
      onClose={() => setAsking(false)}
      actions={
        <>
          <Button kind="quiet" onClick={() => setAsking(false)}>
            {t("leaveBill.stay")}
          </Button>
          <Button onClick={onLeave}>{t("leaveBill.leave")}</Button>
        </>
      }
    >
      <p>{t("leaveBill.text")}</p>
    </Dialog>
  );
  return { leave: () => (isTyped ? setAsking(true) : onLeave()), dialog };
}
