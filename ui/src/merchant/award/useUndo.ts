import { useState } from "react";
import { useTranslation } from "react-i18next";
import { beginUndo, settleOrLookAgain } from "../kit/orders";
import { said } from "../kit/said";
import { playSound } from "../kit/sounds";
import { useSending } from "../kit/useSending";

/** Undoes an award; retries until the server answers. */
export function useUndo(transactionId: string) {
  const { t } = useTranslation("counter");
  const sending = useSending();
  const [failed, setFailed] = useState<string>();
  const [undone, setUndone] = useState(false);
  const undo = async () => {
    setFailed(undefined);
    const meant = beginUndo(transactionId);
    try {
      if (!(await sending.send(meant.ask))) return;
      meant.settle();
      playSound("known");
      setUndone(true);
    } catch (error) {
      settleOrLookAgain(error, meant);
      playSound("bad");
      setFailed(said(error, t("line.down"), t("undo.failed")));
    }
  };
  return { sending, failed, undone, undo };
}

export type Undoing = ReturnType<typeof useUndo>;
