import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { showToast } from "../../../kit/dialog/Toaster";
import { EmptyBench } from "../../../kit/loading/EmptyWork";
import { Badge } from "../../../kit/screen/Paper";
import { ActionDialog } from "../../kit/ActionDialog";
import { Opened } from "../../kit/editor/EditDialog";
import { CashierDialog, NewCashier, PinDialog } from "./CashierDialogs";
import { ListSection, Of } from "./ListSection";
import {
  type Cashier,
  cashiers,
  cashiersQuery,
  outletsChanged,
  removeCashier,
  removeDeviceLocks,
} from "./outlets";

/** The cashiers of a partner's tills. */
export function Cashiers({ partner, mayWrite }: { partner: string; mayWrite: boolean }) {
  const { t } = useTranslation("adminCounters");
  const [editing, setEditing] = useState<Cashier | "new">();
  const [replacing, setReplacing] = useState<Cashier>();
  const [removing, setRemoving] = useState<Cashier>();
  const [unlinking, setUnlinking] = useState<Cashier>();
  return (
    <>
      <ListSection
        title={t("cashiers")}
        path={`/api/admin/partners/${partner}/cashiers`}
        none={t("noCashiers")}
        picture={<EmptyBench />}
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
            {cashier.pinLocked && <Badge>{t("pinLocked")}</Badge>}
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
      {editing === "new" && <NewCashier partner={partner} onClose={() => setEditing(undefined)} />}
      {editing && editing !== "new" && (
        <Opened kind={cashiers} id={editing._id} title={editing.name} onClose={() => setEditing(undefined)}>
          {(saved) => <CashierDialog saved={saved} onClose={() => setEditing(undefined)} />}
        </Opened>
      )}
      {replacing && <PinDialog cashier={replacing} onClose={() => setReplacing(undefined)} />}
      {unlinking && (
        <ActionDialog
          title={t("removeLocksTitle", { name: unlinking.name })}
          submit={t("removeLocks")}
          busy={t("busy")}
          onClose={() => setUnlinking(undefined)}
          act={async () => {
            await removeDeviceLocks(unlinking._id);
            outletsChanged();
            showToast(t("locksRemoved", { name: unlinking.name }));
            setUnlinking(undefined);
          }}
        >
          <p>{t("removeLocksText")}</p>
        </ActionDialog>
      )}
      {removing && (
        <ActionDialog
          title={t("removeCashierTitle", { name: removing.name })}
          submit={t("removeCashier")}
          busy={t("busy")}
          onClose={() => setRemoving(undefined)}
          act={async () => {
            await removeCashier(removing._id);
            outletsChanged();
            showToast(t("cashierRemoved", { name: removing.name }));
            setRemoving(undefined);
          }}
        >
          <p>{t("removeCashierText")}</p>
        </ActionDialog>
      )}
    </>
  );
}
