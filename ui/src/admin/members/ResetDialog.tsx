import { useTranslation } from "react-i18next";
import { showToast } from "../../kit/dialog/Toaster";
import { ActionDialog } from "../kit/ActionDialog";
import { type AdminMember, sendReset } from "./members";
import { formatPhone } from "./names";

/** Sends a member a password reset: a link by e-mail, or a code if there is only a phone. */
export function ResetDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const way = member.email ? "reset" : "resetCode";
  return (
    <ActionDialog
      title={t(`${way}.title`)}
      submit={t(`${way}.submit`)}
      busy={t("busy")}
      onClose={onClose}
      act={async () => {
        await sendReset(member._id);
        showToast(t(`${way}.done`));
        onClose();
      }}
    >
      <p>{t(`${way}.text`, { email: member.email, phone: formatPhone(member.phone) })}</p>
    </ActionDialog>
  );
}
