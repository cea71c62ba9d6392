import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { AdminDialog } from "./AdminDialog";
import { CsvLink } from "./FileLink";

interface RowsDialogProps {
  /** The name of the record that the rows belong to. */
  name: string;
  /** The path of the API call that lists the rows and makes the CSV file. */
  path: string;
  onClose(): void;
  /** The table of rows. */
  children: ReactNode;
}

/** The rows of a file, with a download. */
export function RowsDialog({ name, path, onClose, children }: RowsDialogProps) {
  const { t } = useTranslation("admin");
  return (
    <AdminDialog
      wide
      title={name}
      onClose={onClose}
      actions={
        <>
          <CsvLink path={path} of={name} />
          <Button small onClick={onClose}>
            {t("done")}
          </Button>
        </>
      }
    >
      {children}
    </AdminDialog>
  );
}
