import { type ReactNode, useEffect, useId, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { classes } from "../../kit/classes";
import { MoreIcon } from "../../kit/icons/icons-admin";
import css from "./ExtraActions.module.css";

/** The less common actions of a screen, such as files. On a phone they stand in a menu, so that a list begins higher. */
export function ExtraActions({ children }: { children: ReactNode }) {
  const { t } = useTranslation("admin");
  const id = useId();
  const [open, setOpen] = useState(false);
  const holder = useRef<HTMLDivElement>(null);
  const toggle = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    const menu = holder.current;
    if (!open || !menu) return;
    const away = ({ target }: Event) => {
      if (target instanceof Node && !menu.contains(target)) setOpen(false);
    };
    // An action may open a dialog, which is a child of the menu: Esc closes the dialog only.
    const inDialog = (target: EventTarget | null) => target instanceof Element && target.closest("dialog");
    const onEscape = ({ key, target }: KeyboardEvent) => {
      if (key !== "Escape" || inDialog(target)) return;
      setOpen(false);
      toggle.current?.focus();
    };
    const leave = ({ target }: Event) => {
      if (target instanceof Element && target.closest("a") && !inDialog(target)) setOpen(false);
    };
    document.addEventListener("pointerdown", away);
    document.addEventListener("focusin", away);
    menu.addEventListener("keydown", onEscape);
    menu.addEventListener("click", leave);
    return () => {
      document.removeEventListener("pointerdown", away);
      document.removeEventListener("focusin", away);
      menu.removeEventListener("keydown", onEscape);
      menu.removeEventListener("click", leave);
    };
  }, [open]);
  return (
    <div ref={holder} className={css.holder}>
      <button
        ref={toggle}
        type="button"
        className={css.toggle}
        aria-label={t("moreActions")}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <MoreIcon size={20} />
      </button>
      <div id={id} className={classes(css.actions, open && css.open)}>
        {children}
      </div>
    </div>
  );
}
