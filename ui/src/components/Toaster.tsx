import { useEffect, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "./Button";
import { CheckIcon, CloseIcon } from "./icons-basic";
import css from "./Toaster.module.css";

const SHOWN_MS = 4000;

interface Offer {
  label: string;
  act(): void;
}

let current: { text: string; offer: Offer | undefined } | undefined;
const listeners = new Set<() => void>();

function change(next: typeof current) {
  current = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Says that something is done, for four seconds, or offers something until it is closed. Errors belong
 * on the page, not here.
 */
export function showToast(text: string, offer?: Offer) {
  change({ text, offer });
}

/** Where toasts appear: once, in the frame, above the tab bar. */
export function Toaster() {
  const { t } = useTranslation();
  const toast = useSyncExternalStore(subscribe, () => current);
  useEffect(() => {
    if (!toast || toast.offer) return;
    const timer = setTimeout(() => change(undefined), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  return (
    // Always there: a live region that appears along with its words is not read.
    <div className={css.place} role="status">
      {toast && (
        <div className={css.toast}>
          <CheckIcon size={20} />
          <span>{toast.text}</span>
          {toast.offer && (
            <button
              type="button"
              className={css.offer}
              onClick={() => {
                change(undefined);
                toast.offer?.act();
              }}
            >
              {toast.offer.label}
            </button>
          )}
          <IconButton label={t("close")} onClick={() => change(undefined)}>
            <CloseIcon size={20} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
