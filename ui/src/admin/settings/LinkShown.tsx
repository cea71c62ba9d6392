import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { Note } from "../../components/Paper";
import { CopyButton } from "../components/CopyButton";
import { DeskDialog } from "../components/DeskDialog";
import css from "./Settings.module.css";

/** A link that is under way by e-mail, for whoever hands it over another way too. */
export function LinkShown({ link, onClose }: { link: string; onClose(): void }) {
  const { t } = useTranslation("deskSettings");
  return (
    <DeskDialog
      title={t("staff.sent")}
      onClose={onClose}
      actions={
        <>
          <CopyButton text={link} label={t("keys.copy")} />
          <Button small onClick={onClose}>
            {t("staff.close")}
          </Button>
        </>
      }
    >
      <p className={css.key}>{link}</p>
      <Note>{t("staff.linkText")}</Note>
    </DeskDialog>
  );
}
