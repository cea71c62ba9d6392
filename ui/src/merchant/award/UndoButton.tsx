import { useTranslation } from "react-i18next";
import { Button } from "../../kit/buttons/Button";
import { UndoIcon } from "../../kit/icons/icons-admin";
import { clock } from "../kit/useCountdown";
import type { Undoing } from "./useUndo";

/** Undoes an award while the server still allows it. */
export function UndoButton({
  undoing: { sending, undo },
  left,
  quiet = false,
  short = false,
}: {
  undoing: Undoing;
  left: number;
  quiet?: boolean;
  /** Fewer words, beside another button. */
  short?: boolean;
}) {
  const { t } = useTranslation("counter");
  return (
    <Button
      kind={quiet ? "quiet" : "refuse"}
      block
      icon={<UndoIcon />}
      disabled={left === 0}
      busy={sending.state !== "idle" && t("undo.busy")}
      onClick={() => void undo()}
    >
      {left === 0 ? t("undo.over") : t(short ? "undo.short" : "undo.submit", { time: clock(left) })}
    </Button>
  );
}
