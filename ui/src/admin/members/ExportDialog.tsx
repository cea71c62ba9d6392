import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { Note } from "../../kit/screen/Paper";
import { AdminDialog } from "../kit/AdminDialog";
import { HeldFile } from "../kit/FileLink";
import { type AdminMember, paperOf } from "./members";
import { fullName } from "./names";

/** Exports all data about a member as a file for them. */
export function ExportDialog({ member, onClose }: { member: AdminMember; onClose(): void }) {
  const { t } = useTranslation("adminMember");
  const { t: common } = useTranslation("admin");
  return (
    <AdminDialog
      title={t("export.title", { name: fullName(member) })}
      onClose={onClose}
      actions={
        <>
          <HeldFile
            href={paperOf(member._id, "export")}
            name={`member-${member._id}.json`}
            type="application/json"
          >
            {t("export.submit")}
          </HeldFile>
          <Button small onClick={onClose}>
            {common("done")}
          </Button>
        </>
      }
    >
      <p>{t("export.text")}</p>
      <Note tone="pollen">{t("export.care")}</Note>
    </AdminDialog>
  );
}
