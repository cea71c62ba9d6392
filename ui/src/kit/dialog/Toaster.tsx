import { type MouseEvent, useEffect, useRef, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../buttons/Button";
import { CheckIcon, CloseIcon, InfoIcon } from "../icons/icons-basic";
import css from "./Toaster.module.css";

const SHOWN_MS = 4000;

/**
 * What stays until it is closed is a function: it speaks the language of the screen that it lies on. What is there for
 * a moment goes where that changes.
 */
type Words = string | (() => string);
const said = (words: Words) => (typeof words === "string" ? words : words());

interface Offer {
  label: Words;
  act(): void;
}

type Tone = "done" | "note";

interface Toast {
  text: Words;
  offer: Offer | undefined;
  tone: Tone;
}

// Only the last is seen. Below it, an offer of another kind waits for its turn to come again.
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
 * Says that something is done, for four seconds, or offers something until it is closed. `note` is for what has
 * happened without being a deed. Errors belong on the page, not here.
 */
export function showToast(text: Words, offer?: Offer, tone: Tone = offer ? "note" : "done") {
  // Of one kind only the last is still of use: nobody takes back the removal before the last.
  const waits = toasts.filter(
    (toast) =>
      toast.offer && said(toast.text) !== said(text) && said(toast.offer.label) !== said(offer?.label ?? ""),
  );
  change([...waits, { text, offer, tone }]);
}

/** What was pressed goes: whoever pressed it by a key stays where it was, and finds the next toast there. */
function shut(toast: Toast, { currentTarget }: MouseEvent<HTMLElement>) {
  currentTarget.closest<HTMLElement>("[role]")?.focus();
  change(without(toast));
}

/** Where toasts appear: once, in the frame, above the tab bar. */
export function Toaster() {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const spoken = useRef(language);
  const toast = useSyncExternalStore(subscribe, () => toasts.at(-1));
  useEffect(() => {
    if (!toast || toast.offer) return;
    const timer = setTimeout(() => change(without(toast)), SHOWN_MS);
    return () => clearTimeout(timer);
  }, [toast]);
  useEffect(() => {
    if (spoken.current === language) return;
    spoken.current = language;
    change(toasts.filter(({ text }) => typeof text !== "string"));
  }, [language]);
  return (
    // Always there: a live region that appears along with its words is not read.
    <div className={css.place} role="status" tabIndex={-1}>
      {toast && (
        <div className={css.toast}>
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
