import { useTranslation } from "react-i18next";
import { classes } from "../../../kit/classes";
import { GripIcon } from "../../../kit/icons/icons-admin";
import css from "./Rules.module.css";

interface MoveHandleProps {
  id: string;
  name: string;
  dragged: boolean;
  onDrag(id: string): void;
}

/** The handle of a rule in the list: it is dragged, or moved by Alt with an arrow key. */
export function MoveHandle({ id, name, dragged, onDrag }: MoveHandleProps) {
  const { t } = useTranslation("adminRules");
  return (
    <button
      type="button"
      className={classes(css.grip, dragged && css.gripped)}
      data-rule={id}
      aria-label={t("order.handle", { name })}
      aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
      title={t("order.keys")}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        // Keeps the browser from selecting the text of the rows.
        event.preventDefault();
        event.currentTarget.focus();
        onDrag(id);
      }}
    >
      <GripIcon size={20} />
    </button>
  );
}
