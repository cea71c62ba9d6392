import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { ReasonDialog } from "../kit/ReasonDialog";
import { type AdminMember, memberChanged, reinstate, suspend } from "./members";
import { fullName } from "./names";

/** Suspends or reinstates a member, and keeps the reason. */
export function SuspendDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMembers");
  const name = fullName(member);
  const back = member.status === "suspended";
  return (
    <ReasonDialog
      title={t(back ? "reinstateTitle" : "suspendTitle", { name })}
      submit={t(back ? "reinstate" : "suspend")}
      busy={t(back ? "reinstating" : "suspending")}
      kind={back ? "leaf" : "refuse"}
      hint={t("reasonKept")}
      onClose={onClose}
      act={async (reason) => {
        await (back ? reinstate : suspend)(member._id, reason);
        memberChanged();
        onClose();
        showToast(t(back ? "reinstated" : "suspended", { name }));
      }}
    >
      <p>{t(back ? "reinstateText" : "suspendText")}</p>
    </ReasonDialog>
  );
}
