import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import css from "./Account.module.css";

/** Recovery codes for a lost authenticator; shown only once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation("adminAccount");
  return (
    <AdminDialog
      title={t("recovery.title")}
      // Esc must not close the dialog before the codes are saved.
      onClose={() => {}}
      actions={
        <>
          <CopyButton text={codes.join("\n")} label={t("copy")} />
          <Button small onClick={onClose}>
            {t("recovery.kept")}
          </Button>
        </>
      }
    >
      <p>{t("recovery.text")}</p>
      <ul className={css.codes}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Note tone="pollen">{t("recovery.once")}</Note>
    </AdminDialog>
  );
}
