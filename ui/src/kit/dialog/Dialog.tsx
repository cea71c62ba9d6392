import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { classes } from "../classes";
import css from "./Dialog.module.css";

interface ModalProps {
  onClose(): void;
  className: string | undefined;
  /** The id of its title. */
  labelledBy: string;
  /** A tap beside it closes it too. */
  light?: boolean;
  /** Any tap, on it or beside it, its buttons included. */
  onTap?: (() => void) | undefined;
  alert?: boolean;
  /** The id of what it asks: read along with the title. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/** The native element brings the trap, the way back for the focus, and Esc. Rendered means open. */
export function Modal({
  onClose,
  className,
  labelledBy,
  light = false,
  onTap,
  alert = false,
  describedBy,
  children,
}: ModalProps) {
  const element = useRef<HTMLDialogElement>(null);
  const close = useRef(onClose);
  close.current = onClose;
  const tapped = useRef(onTap);
  tapped.current = onTap;
  // In the layout effect: the cleanup has to give the focus back before the element goes.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // Whoever asks twice in a row is not asked back: the browser closes it, and what lies below stays out of
    // reach. Only its parent takes it away, so it comes again, with what stood on it in front.
    const shut = () => {
      if (dialog.open) return;
      dialog.showModal();
      for (const above of dialog.querySelectorAll("dialog")) {
        above.close();
        above.showModal();
      }
    };
    const tap = (event: Event) => {
      tapped.current?.();
      if (light && event.target === dialog) close.current();
    };
    dialog.addEventListener("cancel", cancel);
    dialog.addEventListener("close", shut);
    dialog.addEventListener("click", tap);
    dialog.showModal();
    return () => {
      dialog.removeEventListener("cancel", cancel);
      dialog.removeEventListener("close", shut);
      dialog.removeEventListener("click", tap);
      dialog.close();
    };
  }, [light]);
  return (
    <dialog
      ref={element}
      className={classes(css.modal, className)}
      aria-labelledby={labelledBy}
      aria-describedby={describedBy}
      role={alert ? "alertdialog" : undefined}
    >
      {children}
    </dialog>
  );
}

interface DialogProps {
  title: string;
  /** Esc, or the safe button. */
  onClose(): void;
  /** One or two buttons, the safe one first. */
  actions: ReactNode;
  /** Asks for a decision rather than tells. */
  alert?: boolean;
  /** Above the title: a picture. */
  picture?: ReactNode;
  /** Left of the title: a small picture. */
  beside?: ReactNode;
  /** Its words stand in the middle, below the picture. */
  centred?: boolean;
  children?: ReactNode;
}

/** For deciding: centred, the safe button on the left. Render it to open it. */
export function Dialog({
  title,
  onClose,
  actions,
  alert = false,
  picture,
  beside,
  centred = false,
  children,
}: DialogProps) {
  const id = useId();
  return (
    <Modal
      onClose={onClose}
      className={classes(css.dialog, centred && css.centred)}
      labelledBy={id}
      alert={alert}
      describedBy={alert && children ? `${id}-asked` : undefined}
    >
      {picture}
      {beside ? (
        <div className={css.head}>
          {beside}
          <h2 id={id}>{title}</h2>
        </div>
      ) : (
        <h2 id={id}>{title}</h2>
      )}
      {children && (
        <div className={css.content} id={`${id}-asked`}>
          {children}
        </div>
      )}
      <div className={css.actions}>{actions}</div>
    </Modal>
  );
}
