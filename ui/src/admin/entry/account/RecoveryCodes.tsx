import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import css from "./Account.module.css";

/** Codes for the day the authenticator is lost; shown here and never again. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation("deskAccount");
  return (
    <AdminDialog
      title={t("recovery.title")}
      // Esc must not throw them away.
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
