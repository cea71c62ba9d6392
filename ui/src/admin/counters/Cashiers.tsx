import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Switch } from "../../components/Choice";
import { Field } from "../../components/Field";
import { Badge } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { AskDialog } from "../components/AskDialog";
import {
  addCashier,
  type Cashier,
  cashiersQuery,
  changeCashier,
  countersChanged,
  removeCashier,
  removeDeviceLocks,
} from "./counters";
import { KeepDialog } from "./KeepDialog";
import { Of, Part } from "./Part";

const PIN = /^\d{4,8}$/;

/** Who signs in at a partner's tills. */
export function Cashiers({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("deskCounters");
  const [editing, setEditing] = useState<Cashier | "new">();
  const [replacing, setReplacing] = useState<Cashier>();
  const [removing, setRemoving] = useState<Cashier>();
  const [unlinking, setUnlinking] = useState<Cashier>();
  return (
    <>
      <Part
        title={t("cashiers")}
        path={`/api/admin/partners/${partner}/cashiers`}
        none={t("noCashiers")}
        of={useQuery(cashiersQuery(partner))}
        add={
          mayWrite && (
            <Button kind="quiet" small onClick={() => setEditing("new")}>
              {t("addCashier")}
            </Button>
          )
        }
        row={(cashier) => (
          <>
            <span>{cashier.name}</span>
            {!cashier.active && <Badge>{t("mayNot")}</Badge>}
            {cashier.passkeys > 0 && <Badge>{t("deviceLocks", { count: cashier.passkeys })}</Badge>}
            {mayWrite && cashier.passkeys > 0 && (
              <Button kind="text" small onClick={() => setUnlinking(cashier)}>
                {t("removeLocks")}
                <Of>{cashier.name}</Of>
              </Button>
            )}
            {mayWrite && (
              <>
                <Button kind="text" small onClick={() => setReplacing(cashier)}>
                  {t("newPin")}
                  <Of>{cashier.name}</Of>
                </Button>
                <Button kind="text" small onClick={() => setEditing(cashier)}>
                  {t("editOutlet")}
                  <Of>{cashier.name}</Of>
                </Button>
                <Button kind="text" small onClick={() => setRemoving(cashier)}>
                  {t("removeCashier")}
                  <Of>{cashier.name}</Of>
                </Button>
              </>
            )}
          </>
        )}
      />
      {editing && (
        <CashierDialog
          partner={partner}
          cashier={editing === "new" ? undefined : editing}
          onClose={() => setEditing(undefined)}
        />
      )}
      {replacing && <PinDialog cashier={replacing} onClose={() => setReplacing(undefined)} />}
      {unlinking && (
        <AskDialog
          title={t("removeLocksTitle", { name: unlinking.name })}
          submit={t("removeLocks")}
          busy={t("busy")}
          onClose={() => setUnlinking(undefined)}
          act={async () => {
            await removeDeviceLocks(unlinking._id);
            countersChanged();
            showToast(t("locksRemoved", { name: unlinking.name }));
            setUnlinking(undefined);
          }}
        >
          <p>{t("removeLocksText")}</p>
        </AskDialog>
      )}
      {removing && (
        <AskDialog
          title={t("removeCashierTitle", { name: removing.name })}
          submit={t("removeCashier")}
          busy={t("busy")}
          onClose={() => setRemoving(undefined)}
          act={async () => {
            await removeCashier(removing._id);
            countersChanged();
            showToast(t("cashierRemoved", { name: removing.name }));
            setRemoving(undefined);
          }}
        >
          <p>{t("removeCashierText")}</p>
        </AskDialog>
      )}
    </>
  );
}

interface CashierDialogProps {
  partner: string;
  cashier: Cashier | undefined;
  onClose(): void;
}

function CashierDialog({ partner, cashier, onClose }: CashierDialogProps) {
  const { t } = useTranslation("deskCounters");
  const [name, setName] = useState(cashier?.name ?? "");
  const [pin, setPin] = useState("");
  const [active, setActive] = useState(cashier?.active ?? true);
  const keep = async () => {
    const called = name.trim();
    if (cashier) await changeCashier(cashier._id, { name: called, active });
    else await addCashier(partner, { name: called, pin });
    countersChanged();
    showToast(t("cashierKept", { name: called }));
    onClose();
  };
  return (
    <KeepDialog
      title={cashier ? cashier.name : t("addCashier")}
      submit={t("keepCashier")}
      sound={name.trim() !== "" && (cashier !== undefined || PIN.test(pin))}
      onClose={onClose}
      keep={keep}
    >
      {(wrong) => (
        <>
          <Field
            name="name"
            label={t("cashierName")}
            value={name}
            maxLength={60}
            required
            autoComplete="off"
            error={wrong && !name.trim() ? t("required") : undefined}
            onChange={setName}
          />
          {cashier ? (
            <Switch name="active" checked={active} onChange={setActive}>
              {t("active")}
            </Switch>
          ) : (
            <PinField value={pin} wrong={wrong} onChange={setPin} />
          )}
        </>
      )}
    </KeepDialog>
  );
}

/** Another PIN for somebody who forgot theirs. */
function PinDialog({ cashier: { _id, name, active }, onClose }: { cashier: Cashier; onClose(): void }) {
  const { t } = useTranslation("deskCounters");
  const [pin, setPin] = useState("");
  return (
    <KeepDialog
      title={t("newPinTitle", { name })}
      submit={t("keepPin")}
      sound={PIN.test(pin)}
      onClose={onClose}
      keep={async () => {
        await changeCashier(_id, { name, active, pin });
        countersChanged();
        showToast(t("pinKept", { name }));
        onClose();
      }}
    >
      {(wrong) => <PinField value={pin} wrong={wrong} onChange={setPin} />}
    </KeepDialog>
  );
}

interface PinFieldProps {
  value: string;
  wrong: boolean;
  onChange(pin: string): void;
}

function PinField({ value, wrong, onChange }: PinFieldProps) {
  const { t } = useTranslation("deskCounters");
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
