import { useState } from "react";
import { useTranslation } from "react-i18next";
import { useBalance } from "../../api/balance";
import { formatPoints } from "../../i18n/format";
import { Button } from "../../kit/buttons/Button";
import { Dialog } from "../../kit/dialog/Dialog";
import { Check } from "../../kit/form/Choice";
import css from "./AccountSections.module.css";

interface ClosingDialogProps {
  busy: boolean;
  onConfirm(): void;
  onClose(): void;
}

/** Explains what closing the account means, then asks for confirmation. */
export function ClosingDialog({ busy, onConfirm, onClose }: ClosingDialogProps) {
  const { t } = useTranslation("security");
  const balance = useBalance();
  const [told, setTold] = useState(false);
  const [sure, setSure] = useState(false);
  // While the account is being closed, the dialog stays: leaving it would not stop the request.
  const close = () => {
    if (!busy) onClose();
  };
  const keep = (
    <Button kind="quiet" disabled={busy} onClick={close}>
      {t("closing.keep")}
    </Button>
  );
  if (!told) {
    return (
      <Dialog
        alert
        title={t("closing.title")}
        onClose={close}
        actions={
          <>
            {keep}
            <Button kind="refuse" onClick={() => setTold(true)}>
              {t("closing.go")}
            </Button>
          </>
        }
      >
        <ul className={css.losses}>
          {balance !== undefined && balance > 0 && (
            <li>{t("closing.points", { count: balance, amount: formatPoints(balance) })}</li>
          )}
          <li>{t("closing.coupons")}</li>
          <li>{t("closing.exchanges")}</li>
          <li>{t("closing.person")}</li>
        </ul>
      </Dialog>
    );
  }
  return (
    <Dialog
      alert
      title={t("closing.sureTitle")}
      onClose={close}
      actions={
        <>
          {keep}
          <Button kind="refuse" disabled={!sure} busy={busy && t("closing.busy")} onClick={onConfirm}>
            {t("closing.close")}
          </Button>
        </>
      }
    >
      <Check name="sure" checked={sure} onChange={setSure}>
        {t("closing.sure")}
      </Check>
    </Dialog>
  );
}
