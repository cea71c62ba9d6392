import { showToast } from "../../components/Toaster";
import { contentChanged, type Kind } from "./kinds";

interface Words {
  removed: string;
  undo: string;
  restored: string;
  failed: string;
}

/** Tells that something was removed, and offers the way back until it is closed. */
export function offerUndo<R extends { _id: string }, I>(kind: Kind<R, I>, ids: string[], words: Words) {
  showToast(words.removed, {
    label: words.undo,
    act: () => {
      const back = (fates: { done: boolean }[]) => {
        contentChanged(kind);
        showToast(fates.every(({ done }) => done) ? words.restored : words.failed);
      };
      kind.bulk({ action: "restore", ids }).then(back, () => showToast(words.failed));
    },
  });
}
