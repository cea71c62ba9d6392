import { useTranslation } from "react-i18next";
import { Button } from "../../components/Button";
import { DeskDialog } from "../components/DeskDialog";
import css from "../desk.module.css";
import type { Held } from "./loading";

interface HeldDialogProps {
  held: readonly Held[];
  /** Whether the other rows are taken back. */
  rest: boolean;
  onClose(): void;
}

/** Why a file is not taken back: the rows whose records somebody has touched. */
export function HeldDialog({ held, rest, onClose }: HeldDialogProps) {
  const { t } = useTranslation("deskLoading");
  const { t: common } = useTranslation("desk");
  return (
    <DeskDialog
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
    </DeskDialog>
  );
}
