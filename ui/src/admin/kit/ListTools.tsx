import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import button from "../../kit/buttons/Button.module.css";
import { classes } from "../../kit/classes";
import { FilterIcon } from "../../kit/icons/icons-admin";
import css from "../admin.module.css";
import own from "./ListTools.module.css";
import { useAddress } from "./useAddress";

interface ListToolsProps {
  /** The names under which the address holds the filters, without the search and the order. */
  filters: readonly string[];
  /** The search and the other controls. */
  children: ReactNode;
}

/** The search, the filters and the order above a list. On a phone a button shows all but the search. */
export function ListTools({ filters, children }: ListToolsProps) {
  const { t } = useTranslation("admin");
  const { get } = useAddress();
  const [open, setOpen] = useState(false);
  const toggle = useRef<HTMLButtonElement>(null);
  const on = filters.filter((name) => get(name) !== "").length;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== "Escape" || !open) return;
    setOpen(false);
    toggle.current?.focus();
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would change the layout of what it holds.
    <div
      role="group"
      aria-label={t("filters")}
      className={classes(css.tools, own.tools, !open && own.closed)}
      onKeyDown={onKeyDown}
    >
      <button
        ref={toggle}
        type="button"
        className={classes(button.button, button.quiet, button.small, own.toggle)}
        aria-expanded={open}
        onClick={() => setOpen(!open)}
      >
        <FilterIcon size={20} />
        {on > 0 ? t("filtersOn", { on }) : t("filters")}
      </button>
      {children}
    </div>
  );
}
