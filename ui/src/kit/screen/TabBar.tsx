import { type MouseEvent, type ReactNode, useLayoutEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import { afterPaint, unlessGone } from "../../device/afterPaint";
import { Button, IconButton } from "../buttons/Button";
import { isForElsewhere } from "../buttons/ScreenLink";
import { LazyDialog } from "../dialog/LazyDialog";
import { MenuIcon } from "../icons/icons-basic";
import { NextTask } from "../loading/NextTask";
import css from "./TabBar.module.css";

export interface TabEntry {
  to: string;
  label: string;
  icon: ReactNode;
  current: boolean;
}

interface TabBarProps {
  entries: readonly TabEntry[];
}

/** The five entries, with the member's own picture in the middle. Hidden if the app is wider than tall. */
export function TabBar({ entries, onChoose }: TabBarProps & { onChoose(to: string): void }) {
  const { t } = useTranslation();
  const [chosen, setChosen] = useState<string>();
  const there = entries.find(({ current }) => current)?.to;
  // Reset the choice after the screen has changed.
  useLayoutEffect(() => setChosen(undefined), [there]);
  const isCurrent = ({ to, current }: TabEntry) => (chosen === undefined ? current : chosen === to);
  // A slow phone takes a while to draw a screen, so the pressed entry is marked first.
  const choose = (event: MouseEvent, { to, current }: TabEntry) => {
    if (isForElsewhere(event) || current) return;
    event.preventDefault();
    setChosen(to);
    afterPaint(unlessGone(() => onChoose(to)));
  };
  return (
    <nav className={css.bar} aria-label={t("nav.label")}>
      <NextTask>
        {entries.map((entry) => (
          <Link
            key={entry.to}
            to={entry.to}
            className={css.entry}
            aria-current={isCurrent(entry) ? "page" : undefined}
            onClick={(event) => choose(event, entry)}
          >
            {entry.icon}
            <span>{entry.label}</span>
          </Link>
        ))}
      </NextTask>
    </nav>
  );
}

/** The entries of the tab bar as a menu in the header, for landscape. */
export function TabMenu({ entries }: TabBarProps) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={t("menu")} onClick={() => setOpen(true)}>
        <MenuIcon />
      </IconButton>
      {open && (
        <LazyDialog
          title={t("menu")}
          onClose={close}
          onMissing={close}
          actions={
            <Button kind="quiet" onClick={close}>
              {t("close")}
            </Button>
          }
        >
          <nav className={css.list} aria-label={t("nav.label")}>
            {entries.map((entry) => (
              <Link
                key={entry.to}
                to={entry.to}
                className={css.item}
                aria-current={entry.current ? "page" : undefined}
                onClick={close}
              >
                {entry.icon}
                {entry.label}
              </Link>
            ))}
          </nav>
        </LazyDialog>
      )}
    </>
  );
}
