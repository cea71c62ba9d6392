import { useTranslation } from "react-i18next";
import { Button } from "../../../kit/buttons/Button";
import css from "../../admin.module.css";
import { AdminDialog } from "../AdminDialog";
import type { NotUndone } from "./import";

interface NotUndoneDialogProps {
  held: readonly NotUndone[];
  /** True if the other rows were undone. */
  rest: boolean;
  onClose(): void;
}

/** The reason why rows of an import cannot be undone: their records were changed since. */
export function NotUndoneDialog({ held, rest, onClose }: NotUndoneDialogProps) {
  const { t } = useTranslation("adminLoading");
  const { t: common } = useTranslation("admin");
  return (
    <AdminDialog
      title={t(rest ? "held.partTitle" : "held.title")}
      onClose={onClose}
      actions={
        <Button small onClick={onClose}>
          {common("done")}
        </Button>
      }
    >
      <p>{t(rest ? "held.partText" : "held.text")}</p>
      <ul className={css.rows}>
        {held.map((row) => (
          <li key={row.line}>{t("held.row", { ...row })}</li>
        ))}
      </ul>
    </AdminDialog>
  );
}
