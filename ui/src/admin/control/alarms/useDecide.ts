import { useState } from "react";
import { showToast } from "../../../kit/dialog/Toaster";
import { useAction } from "../../kit/useAction";
import { alarmDecided } from "./alarms";

/**
 * A decision about an alarm with the note that it needs. A failure keeps the note. `onDecided` is called after a decision
 * that ends the work on the alarm; one that `stays` keeps the alarm open.
 */
export function useDecide(onDecided?: () => void) {
  const [note, setNote] = useState("");
  const [missing, setMissing] = useState(false);
  const { busy, error, run } = useAction();
  const decide = (act: (said: string) => Promise<unknown>, done: string, stays = false) => {
    const said = note.trim();
    setMissing(!said);
    if (!said) return;
    void run(async () => {
      await act(said);
      showToast(done);
      // A note that was changed meanwhile is for the next decision.
      setNote((now) => (now === note ? "" : now));
      alarmDecided();
      if (!stays) onDecided?.();
    });
  };
  return { note, setNote, missing: missing && !note.trim(), busy, error, decide };
}

export type Deciding = ReturnType<typeof useDecide>;
