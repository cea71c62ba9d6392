import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Note } from "../../components/Paper";
import { showToast } from "../../components/Toaster";
import { DeskDialog } from "../components/DeskDialog";
import { useTrouble } from "../components/trouble";
import { type AdminMember, memberChanged, reinstate, suspend } from "./members";
import { fullName } from "./names";

/** Suspends a member or lets them in again; the first can be taken back from the toast. */
export function StandingDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("deskMembers");
  const { t: common } = useTranslation("desk");
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const say = useTrouble();
  const name = fullName(member);
  const back = member.status === "suspended";
  const act = async () => {
    setBusy(true);
    setError(undefined);
    try {
      await (back ? reinstate(member._id) : suspend(member._id));
      memberChanged();
      onClose();
      if (back) showToast(t("reinstated", { name }));
      else
        showToast(t("suspended", { name }), {
          label: common("undo"),
          act: () => {
            void reinstate(member._id).then(() => {
              memberChanged();
              showToast(t("reinstated", { name }));
            });
          },
        });
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <DeskDialog
      alert
      title={t(back ? "reinstateTitle" : "suspendTitle", { name })}
      onClose={onClose}
      actions={
        <>
          <Button kind="quiet" small onClick={onClose}>
            {common("cancel")}
          </Button>
          <Button
            kind={back ? "leaf" : "refuse"}
            small
            busy={busy && t(back ? "reinstating" : "suspending")}
            onClick={() => void act()}
          >
            {t(back ? "reinstate" : "suspend")}
          </Button>
        </>
      }
    >
      <p>{t(back ? "reinstateText" : "suspendText")}</p>
      {error !== undefined && <Note tone="plum">{say(error)}</Note>}
    </DeskDialog>
  );
}
