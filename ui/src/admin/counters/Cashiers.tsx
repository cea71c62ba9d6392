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
} from "./counters";
import { KeepDialog } from "./KeepDialog";
import { Part } from "./Part";

const PIN = /^\d{4,8}$/;

/** Who signs in at a partner's tills. */
export function Cashiers({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("deskCounters");
  const [editing, setEditing] = useState<Cashier | "new">();
  const [removing, setRemoving] = useState<Cashier>();
  return (
    <>
      <Part
        title={t("cashiers")}
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
            {mayWrite && (
              <>
                <Button kind="text" small onClick={() => setEditing(cashier)}>
                  {t("editOutlet")}
                </Button>
                <Button kind="text" small onClick={() => setRemoving(cashier)}>
                  {t("removeCashier")}
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
  const pinSound = PIN.test(pin) || (cashier !== undefined && pin === "");
  const keep = async () => {
    const called = name.trim();
    if (cashier) await changeCashier(cashier._id, { name: called, active, ...(pin ? { pin } : {}) });
    else await addCashier(partner, { name: called, pin });
    countersChanged();
    showToast(t("cashierKept", { name: called }));
    onClose();
  };
  return (
    <KeepDialog
      title={cashier ? cashier.name : t("addCashier")}
      submit={t("keepCashier")}
      sound={name.trim() !== "" && pinSound}
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
          <Field
            name="pin"
            type="password"
            label={t(cashier ? "newPin" : "pin")}
            hint={t("pinHint")}
            inputMode="numeric"
            value={pin}
            required={!cashier}
            autoComplete="off"
            clean={(typed) => typed.replace(/\D/g, "").slice(0, 8)}
            error={wrong && !pinSound ? t("pinWrong") : undefined}
            onChange={setPin}
          />
          {cashier && (
            <Switch name="active" checked={active} onChange={setActive}>
              {t("active")}
            </Switch>
          )}
        </>
      )}
    </KeepDialog>
  );
}
