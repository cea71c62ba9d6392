import { useTranslation } from "react-i18next";
import { PasswordProof } from "../../kit/form/PasswordProof";

interface PasswordDialogProps {
  busy: boolean;
  /** The server did not take the last one. */
  wrong: boolean;
  onConfirm(password: string): Promise<void>;
  onClose(): void;
}

/** Who changes how an account is entered shows once more who they are. */
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
