import { useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import { Note } from "../../../kit/screen/Paper";
import { AdminDialog } from "../../kit/AdminDialog";
import { CopyButton } from "../../kit/CopyButton";
import { infrastructureQuery } from "./programme";
import css from "./Settings.module.css";

/** A link that is also sent by e-mail, shown for handing it over another way. */
export function LinkShown({ link, onClose }: { link: string; onClose(): void }) {
  const { t } = useTranslation("adminSettings");
  // Without a mail server the e-mail stays on the server, so nobody receives the link.
  const settings = useQuery(infrastructureQuery()).data;
  const isKept = settings?.some(({ name, value }) => name === "email.transport" && value === "outbox");
  return (
    <AdminDialog
      title={t(isKept ? "staff.kept" : "staff.sent")}
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
      <Note>{t(isKept ? "staff.keptText" : "staff.linkText")}</Note>
    </AdminDialog>
  );
}
