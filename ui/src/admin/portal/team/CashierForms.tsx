import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
import { CashierName, PIN, PinField } from "../../catalogue/outlets/CashierDialogs";
import { SaveDialog } from "../../catalogue/outlets/SaveDialog";
import { portalChanged } from "../portal";
import { addCashier, type Cashier, changeCashier } from "./team";

/** Adds a cashier with a PIN of their own. */
export function NewCashierForm({ onClose }: { onClose(): void }) {
  const { t } = useTranslation("portal");
  const [name, setName] = useState("");
  const [pin, setPin] = useState("");
  return (
    <SaveDialog
      title={t("cashiers.add")}
      submit={t("cashiers.keep")}
      sound={name.trim() !== "" && PIN.test(pin)}
      onClose={onClose}
      keep={async () => {
        await addCashier({ name: name.trim(), pin });
        await portalChanged();
        showToast(t("cashiers.kept", { name: name.trim() }));
        onClose();
      }}
    >
      {(wrong) => (
        <>
          <CashierName value={name} wrong={wrong} onChange={setName} />
          <PinField value={pin} wrong={wrong} onChange={setPin} />
        </>
      )}
    </SaveDialog>
  );
}

interface CashierFormProps {
  cashier: Cashier;
  onClose(): void;
}

/** Renames, pauses or continues a cashier. */
export function CashierForm({ cashier, onClose }: CashierFormProps) {
  const { t } = useTranslation("portal");
  const [name, setName] = useState(cashier.name);
  const [active, setActive] = useState(cashier.active);
  const [supervisor, setSupervisor] = useState(cashier.supervisor);
  return (
    <SaveDialog
      title={cashier.name}
      submit={t("cashiers.keep")}
      sound={name.trim() !== ""}
      onClose={onClose}
      keep={async () => {
        await changeCashier(cashier._id, { name: name.trim(), active, supervisor });
        await portalChanged();
        showToast(t("cashiers.kept", { name: name.trim() }));
        onClose();
      }}
    >
      {(wrong) => (
        <>
          <CashierName value={name} wrong={wrong} onChange={setName} />
          <Switch name="active" checked={active} onChange={setActive}>
            {t("cashiers.mayWork")}
          </Switch>
          <Switch name="supervisor" checked={supervisor} onChange={setSupervisor}>
            {t("cashiers.supervisor")}
          </Switch>
          <p>{t("cashiers.supervisorHint")}</p>
        </>
      )}
    </SaveDialog>
  );
}

/** Sets a new PIN for a cashier who forgot theirs, or whose PIN was closed. */
export function NewPinForm({ cashier: { _id, name }, onClose }: CashierFormProps) {
  const { t } = useTranslation("portal");
  const [pin, setPin] = useState("");
  return (
    <SaveDialog
      title={t("cashiers.pinTitle", { name })}
      submit={t("cashiers.pinKeep")}
      sound={PIN.test(pin)}
      onClose={onClose}
      keep={async () => {
        await changeCashier(_id, { pin });
        await portalChanged();
        showToast(t("cashiers.pinKept", { name }));
        onClose();
      }}
    >
      {(wrong) => <PinField value={pin} wrong={wrong} onChange={setPin} />}
    </SaveDialog>
  );
}
