import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../buttons/Button";
import { CheckIcon, CloseIcon, InfoIcon } from "../icons/icons-basic";
import css from "./Toaster.module.css";

const SHOWN_MS = 4000;

/**
 * A toast that stays until it is closed is a function, so that it follows the language on screen. A short
 * message is a string, and is removed when the language changes.
 */
type Words = string | (() => string);
const said = (words: Words) => (typeof words === "string" ? words : words());

interface Offer {
  label: Words;
  /** The time after which the offer ends, in milliseconds; without it, it stays until it is closed. */
  forMs?: number;
  act(): void;
}

type Tone = "done" | "note";

interface Toast {
  text: Words;
  offer: Offer | undefined;
  tone: Tone;
}

// Only the last toast is shown. An earlier offer with another label is shown again afterwards.
let toasts: readonly Toast[] = [];
const listeners = new Set<() => void>();

function change(next: typeof toasts) {
  toasts = next;
  for (const listener of listeners) listener();
}

const without = (gone: Toast) => toasts.filter((toast) => toast !== gone);

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
}

/**
 * Shows for four seconds that something is done, or makes an offer until it is closed or its time is over. An offer that
 * has the focus or the pointer then stays for the same time again. The tone `note` is for events other than a completed
 * action. Errors belong on the page, not here.
 */
export function showToast(text: Words, offer?: Offer, tone: Tone = offer ? "note" : "done") {
  // Of offers with the same label only the last is useful: nobody undoes an earlier removal.
  const waits = toasts.filter(
    (toast) =>
      toast.offer && said(toast.text) !== said(text) && said(toast.offer.label) !== said(offer?.label ?? ""),
  );
  change([...waits, { text, offer, tone }]);
}

/** Moves the focus from the removed button to the toaster, so that keyboard users reach the next toast. */
function shut(toast: Toast, { currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>("[role]")?.focus();
  change(without(toast));
}

/** The place for toasts: once, in the frame, above the tab bar. */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const spoken = useRef(language);
  const box = useRef<HTMLDivElement>(null);
  const toast = useSyncExternalStore(subscribe, () => toasts.at(-1));
  useEffect(() => {
    const shownMs = toast?.offer ? toast.offer.forMs : SHOWN_MS;
    if (!toast || shownMs === undefined) return;
    // An offer that has the focus or the pointer waits again.
    const timer = setInterval(() => {
      const at = toast.offer && box.current;
      if (!at?.contains(document.activeElement) && !at?.matches(":hover")) change(without(toast));
    }, shownMs);
    return () => clearInterval(timer);
  }, [toast]);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    change(toasts.filter(({ text }) => typeof text !== "string"));
  }, [language]);
  return (
    // Always rendered: screen readers do not read a live region that appears together with its text.
    <div className={css.place} role="status" tabIndex={-1}>
      {toast && (
        <div ref={box} className={css.toast}>
          {toast.tone === "done" ? <CheckIcon size={20} /> : <InfoIcon size={20} />}
          <span>{said(toast.text)}</span>
          {toast.offer && (
            <button
              type="button"
              className={css.offer}
              onClick={(event) => {
                shut(toast, event);
                toast.offer?.act();
              }}
            >
              {said(toast.offer.label)}
            </button>
          )}
          <IconButton label={t("close")} onClick={(event) => shut(toast, event)}>
            <CloseIcon size={20} />
          </IconButton>
        </div>
      )}
    </div>
  );
}
