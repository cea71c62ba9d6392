import { useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { IconButton } from "../../../kit/buttons/Button";
import { classes } from "../../../kit/classes";
import { DownIcon, GripIcon, UpIcon } from "../../../kit/icons/icons-admin";
import css from "./Rules.module.css";

interface MoveHandleProps {
  id: string;
  name: string;
  dragged: boolean;
  onDrag(id: string): void;
  /** Moves the rule by one place. */
  onStep(id: string, up: boolean): void;
}

/** The most pixels that the pointer may move in a press that is no drag. */
const STILL = 4;

/**
 * The handle of a rule in the list. It is dragged, or moved by Alt with an arrow key; a press shows buttons for those who
 * can do neither.
 */
export function MoveHandle({ id, name, dragged, onDrag, onStep }: MoveHandleProps) {
  const { t } = useTranslation("adminRules");
  const [open, setOpen] = useState(false);
  const pressed = useRef(0);
  return (
    <span className={css.mover}>
      <button
        type="button"
        className={classes(css.grip, dragged && css.gripped)}
        data-rule={id}
        aria-label={t("order.handle", { name })}
        aria-expanded={open}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        title={t("order.keys")}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          // Keeps the browser from selecting the text of the rows.
          event.preventDefault();
          event.currentTarget.focus();
          pressed.current = event.clientY;
          onDrag(id);
        }}
        onClick={(event) => {
          // A click by a key has no position. A drag ends with a click too, which must not show the buttons.
          const isKey = event.detail === 0;
          if (isKey || Math.abs(event.clientY - pressed.current) < STILL) setOpen(!open);
        }}
      >
        <GripIcon size={20} />
      </button>
      {open && (
        <span className={css.steps}>
          <IconButton kind="set" label={t("order.up", { name })} onClick={() => onStep(id, true)}>
            <UpIcon size={20} />
          </IconButton>
          <IconButton kind="set" label={t("order.down", { name })} onClick={() => onStep(id, false)}>
            <DownIcon size={20} />
          </IconButton>
        </span>
      )}
    </span>
  );
}
