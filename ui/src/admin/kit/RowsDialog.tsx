import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { AdminDialog } from "./AdminDialog";
import { CsvLink } from "./FileLink";

interface RowsDialogProps {
  /** What the rows are of. */
  name: string;
  /** The call that lists them, and makes the file. */
  path: string;
  onClose(): void;
  /** Their table. */
  children: ReactNode;
}

/** The rows of a file one by one, and the way to take them along. */
export function RowsDialog({ name, path, onClose, children }: RowsDialogProps) {
  const { t } = useTranslation("desk");
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
