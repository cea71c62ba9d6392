import { type MouseEvent, useId, useRef, useState } from "react";
import { ScreenLink } from "../../kit/buttons/ScreenLink";
import { Modal } from "../../kit/dialog/Dialog";
import { MoreIcon } from "../../kit/icons/icons-admin";
import text from "../../kit/styles/text.module.css";
import css from "./RowMenu.module.css";

/** An action of a menu: a link, or something that happens on the page. */
type RowAction = { key: string; label: string } & ({ to: string } | { act(): void });

interface RowMenuProps {
  /** Names the button and the menu for screen readers, with the name of the row. */
  label: string;
  actions: readonly RowAction[];
}

/** The actions of one row. They open beside its button, and at the bottom of the window on phones. */
export function RowMenu({ label, actions }: RowMenuProps) {
  const holder = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const show = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    // The table clips what lies over its edge, so the menu is placed in the window.
    const { top, bottom, right } = currentTarget.getBoundingClientRect();
    const below = bottom < window.innerHeight / 2;
    const style = holder.current?.style;
    style?.setProperty("--row-menu-top", below ? `${bottom}px` : "auto");
    style?.setProperty("--row-menu-bottom", below ? "auto" : `${window.innerHeight - top}px`);
    style?.setProperty("--row-menu-right", `${document.documentElement.clientWidth - right}px`);
    setOpen(true);
  };
  return (
    <span ref={holder} className={css.holder}>
      <button type="button" className={css.button} aria-label={label} aria-haspopup="dialog" onClick={show}>
        <MoreIcon size={20} />
      </button>
      {open && <Actions label={label} actions={actions} onClose={close} />}
    </span>
  );
}

function Actions({ label, actions, onClose }: RowMenuProps & { onClose(): void }) {
  const id = useId();
  return (
    <Modal className={css.menu} labelledBy={id} onClose={onClose} light>
      <h2 id={id} className={text.sr}>
        {label}
      </h2>
      <ul>
        {actions.map((action) => (
          <li key={action.key}>
            {"to" in action ? (
              <ScreenLink to={action.to}>{action.label}</ScreenLink>
            ) : (
              <button
                type="button"
                onClick={() => {
                  onClose();
                  action.act();
                }}
              >
                {action.label}
              </button>
            )}
          </li>
        ))}
      </ul>
    </Modal>
  );
}
