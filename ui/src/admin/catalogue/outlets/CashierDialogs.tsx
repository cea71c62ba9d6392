import { useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { Switch } from "../../../kit/form/Choice";
import { Field } from "../../../kit/form/Field";
import { EditDialog } from "../../kit/editor/EditDialog";
import type { Tagged } from "../../kit/editor/kinds";
import { useEditor } from "../../kit/editor/useEditor";
import { addCashier, type Cashier, type CashierForm, cashiers, changePin, outletsChanged } from "./outlets";
import { SaveDialog } from "./SaveDialog";

export const PIN = /^\d{4,8}$/;

/** Adds a cashier who signs in at a partner's tills. */
export function NewCashier({ partner, onClose }: { partner: string; onClose(): void }) {
  const { t } = useTranslation("adminCounters");
  const [name, setName] = useState("");
  const [pin, setPin] = useState("");
  const keep = async () => {
    const called = name.trim();
    await addCashier(partner, { name: called, pin });
    outletsChanged();
    showToast(t("cashierKept", { name: called }));
    onClose();
  };
  return (
    <SaveDialog
      title={t("addCashier")}
      submit={t("keepCashier")}
      sound={name.trim() !== "" && PIN.test(pin)}
      onClose={onClose}
      keep={keep}
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

/** The name of a cashier, and whether they may sign in. */
export function CashierDialog({ saved, onClose }: { saved: Tagged<Cashier>; onClose(): void }) {
  const { t } = useTranslation("adminCounters");
  const [tried, setTried] = useState(false);
  const editor = useEditor<Cashier, CashierForm>({
    kind: cashiers,
    saved,
    form: (cashier) => ({ name: cashier?.name ?? "", active: cashier?.active ?? true }),
    tidy: ({ name, active }) => ({ name: name.trim(), active }),
    onSaved: ({ name }) => {
      showToast(t("cashierKept", { name }));
      onClose();
    },
    passing: true,
  });
  const { name, active } = editor.draft;
  return (
    <EditDialog
      title={saved.record.name}
      submit={t("keepCashier")}
      busy={t("busy")}
      editor={editor}
      label={(key) => t(key === "name" ? "cashierName" : "active")}
      check={() => {
        setTried(true);
        return name.trim() !== "";
      }}
      onClose={onClose}
    >
      <CashierName value={name} wrong={tried} onChange={(typed) => editor.set({ name: typed })} />
      <Switch name="active" checked={active} onChange={(on) => editor.set({ active: on })}>
        {t("active")}
      </Switch>
    </EditDialog>
  );
}

interface CashierNameProps {
  value: string;
  wrong: boolean;
  onChange(name: string): void;
}

/** The field of a cashier's name. */
export function CashierName({ value, wrong, onChange }: CashierNameProps) {
  const { t } = useTranslation("adminCounters");
  return (
    <Field
      name="name"
      label={t("cashierName")}
      value={value}
      maxLength={60}
      required
      autoComplete="off"
      error={wrong && !value.trim() ? t("required") : undefined}
      onChange={onChange}
    />
  );
}

/** Sets a new PIN for a cashier who forgot theirs. */
export function PinDialog({ cashier: { _id, name }, onClose }: { cashier: Cashier; onClose(): void }) {
  const { t } = useTranslation("adminCounters");
  const [pin, setPin] = useState("");
  return (
    <SaveDialog
      title={t("newPinTitle", { name })}
      submit={t("keepPin")}
      sound={PIN.test(pin)}
      onClose={onClose}
      keep={async () => {
        await changePin(_id, pin);
        outletsChanged();
        showToast(t("pinKept", { name }));
        onClose();
      }}
    >
      {(wrong) => <PinField value={pin} wrong={wrong} onChange={setPin} />}
    </SaveDialog>
  );
}

interface PinFieldProps {
  value: string;
  wrong: boolean;
  onChange(pin: string): void;
}

/** The field of a cashier's PIN. */
export function PinField({ value, wrong, onChange }: PinFieldProps) {
  const { t } = useTranslation("adminCounters");
  return (
    <Field
      name="pin"
      type="password"
      label={t("pin")}
      hint={t("pinHint")}
      inputMode="numeric"
      value={value}
      required
      autoComplete="off"
      clean={(typed) => typed.replace(/\D/g, "").slice(0, 8)}
      error={wrong && !PIN.test(value) ? t("pinWrong") : undefined}
      onChange={onChange}
    />
  );
}
