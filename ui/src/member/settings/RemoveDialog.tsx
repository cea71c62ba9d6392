import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Dialog } from "../../kit/dialog/Dialog";
import type { Passkey } from "./biometric";

interface RemoveDialogProps {
  passkey: Passkey;
  /** It is this device's passkey. */
  here: boolean;
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Asks before a passkey is removed. */
export function RemoveDialog({ passkey, here, busy, onConfirm, onClose }: RemoveDialogProps) {
  const { t } = useTranslation("settings");
  const close = () => {
    if (!busy) onClose();
  };
  return (
    <Dialog
      alert
      title={t(here ? "removal.hereTitle" : "removal.title")}
      onClose={close}
      actions={
        <>
          <Button kind="quiet" disabled={busy} onClick={close}>
            {t("confirm.cancel")}
          </Button>
          <Button kind="refuse" busy={busy && t("removal.busy")} onClick={onConfirm}>
            {t(here ? "removal.turnOff" : "passkeys.remove")}
          </Button>
        </>
      }
    >
      <p>{t(here ? "removal.hereText" : "removal.text", { name: passkey.name })}</p>
    </Dialog>
  );
}
