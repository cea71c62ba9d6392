import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { classes } from "../classes";
import css from "./Dialog.module.css";

interface ModalProps {
  onClose(): void;
  className: string | undefined;
  /** The id of its title. */
  labelledBy: string;
  /** Closes on a tap outside of it too. */
  light?: boolean;
  /** Called for any tap, inside or outside, also on its buttons. */
  onTap?: (() => void) | undefined;
  alert?: boolean;
  /** The id of the question, which screen readers read with the title. */
  describedBy?: string | undefined;
  children: ReactNode;
}

/** The native element traps and restores the focus, and handles Esc. Rendered means open. */
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
  // In the layout effect: its cleanup has to return the focus before the element is removed.
  useLayoutEffect(() => {
    const dialog = element.current;
    if (!dialog) return;
    const cancel = (event: Event) => {
      event.preventDefault();
      close.current();
    };
    // On a second Esc the browser closes the dialog without firing `cancel`. Only its parent may remove it,
    // so it is opened again, with its inner dialogs on top.
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
  /** Called for Esc and the safe button. */
  onClose(): void;
  /** One or two buttons, the safe one first. */
  actions: ReactNode;
  /** The dialog asks for a decision instead of giving information. */
  alert?: boolean;
  /** A picture above the title. */
  picture?: ReactNode;
  /** A small picture to the left of the title. */
  beside?: ReactNode;
  /** Centres the text below the picture. */
  centred?: boolean;
  children?: ReactNode;
}

/** A dialog for a decision: centred, the safe button on the left. Render it to open it. */
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
