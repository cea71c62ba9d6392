import { useTranslation } from "react-i18next";
import { PasswordProof } from "../../kit/form/PasswordProof";

interface PasswordDialogProps {
  busy: boolean;
  /** The server refused the last password. */
  wrong: boolean;
  onConfirm(password: string): Promise<void>;
  onClose(): void;
}

/** Asks for the password again before a change to how the member logs in. */
export function PasswordDialog(props: PasswordDialogProps) {
  const { t } = useTranslation("settings");
  const words = {
    title: t("confirm.title"),
    password: t("confirm.password"),
    why: t("confirm.why"),
    required: t("confirm.required"),
    wrong: t("confirm.wrong"),
    cancel: t("confirm.cancel"),
    go: t("confirm.go"),
    busy: t("biometricBusy"),
  };
  return <PasswordProof words={words} {...props} />;
}
