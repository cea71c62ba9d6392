import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import css from "./Settings.module.css";

interface SecretShownProps {
  title: string;
  secret: string;
  /** Says that the secret is shown only once. */
  note: string;
  onClose(): void;
}

/** A secret that the server shows only once. */
export function SecretShown({ title, secret, note, onClose }: SecretShownProps) {
  const { t } = useTranslation("adminSettings");
  return (
    <AdminDialog
      title={title}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={secret} label={t("keys.copy")} />
          <Button small onClick={onClose}>
            {t("keys.kept")}
          </Button>
        </>
      }
    >
      <p className={css.key}>{secret}</p>
      <Note tone="pollen">{note}</Note>
    </AdminDialog>
  );
}
