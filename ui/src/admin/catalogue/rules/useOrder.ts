import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { showToast } from "../../../kit/dialog/Toaster";
import { useErrorText } from "../../kit/errorText";
import { inOrder, type Move, moved, step } from "./order";
import { arrangeRules, type Rule, UNDO_MS } from "./rules";

/** The pause after the last move before the order is saved, so that several steps are one change. */
const PAUSE_MS = 900;

/**
 * The order of the rules with the moves that are not saved yet. They are saved by one call after a pause. If that fails,
 * such as when somebody else has changed the order, the moves stay on the screen, on top of the present order.
 */
export function useOrder(rules: readonly Rule[] | undefined) {
  const { t } = useTranslation("adminRules");
  const { t: common } = useTranslation("admin");
  const say = useErrorText();
  const [moves, setMoves] = useState<readonly Move[]>([]);
  const [saving, setSaving] = useState(false);
  const [held, setHeld] = useState(false);
  const [error, setError] = useState<unknown>();
  const seen = [...(rules ?? [])].sort(inOrder).map(({ _id }) => _id);
  const order = moves.reduce<readonly string[]>(moved, seen);
  const changed = order.some((id, at) => id !== seen[at]);

  const save = async () => {
    setSaving(true);
    try {
      if (changed) {
        await arrangeRules(seen, order);
        const undo = () =>
          arrangeRules(order, seen).then(
            () => showToast(t("order.undone")),
            (failure) => showToast(say(failure), undefined, "note"),
          );
        showToast(
          t("order.saved"),
          { label: common("undo"), act: () => void undo(), forMs: UNDO_MS },
          "done",
        );
      }
      setMoves((present) => present.slice(moves.length));
      setError(undefined);
    } catch (failure) {
      setError(failure);
    }
    setSaving(false);
  };

  const latest = useRef({ save, pending: false });
  latest.current = { save, pending: changed && !saving && error === undefined };
  useEffect(() => {
    if (moves.length === 0 || held || saving || error !== undefined) return;
    const timer = setTimeout(() => void latest.current.save(), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [moves, held, saving, error]);
  // A move is saved even if the page is left within the pause; the toast on the next page offers to undo it.
  useEffect(
    () => () => {
      if (latest.current.pending) void latest.current.save();
    },
    [],
  );
  const move = useCallback((made: Move) => {
    const same = ({ id, to, after }: Move) => id === made.id && to === made.to && after === made.after;
    setMoves((before) => (before.at(-1) && before.slice(-1).every(same) ? before : [...before, made]));
  }, []);
  return {
    order,
    saving,
    error,
    move,
    stepOf: (shown: readonly string[], id: string, up: boolean) => step(shown, id, up),
    /** Keeps moves from being saved while the pointer holds a rule. */
    hold: setHeld,
    again: () => void save(),
    drop: () => {
      setMoves([]);
      setError(undefined);
    },
  };
}

export type RuleOrder = ReturnType<typeof useOrder>;
