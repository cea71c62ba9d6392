import {
  createContext,
  type ReactNode,
  useContext,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from "react";
import { useTranslation } from "react-i18next";
import { programmeName } from "../../device/programmeName";
import { Button, IconButton } from "../buttons/Button";
import { classes } from "../classes";
import { LazyDialog } from "../dialog/LazyDialog";
import { BackIcon, InfoIcon } from "../icons/icons-basic";
import css from "./Screen.module.css";

/** The values that the frame around a screen provides for its header. */
interface ScreenFrame {
  /** Set if the member came here from a screen that is named in the navigation state. */
  back?: (() => void) | undefined;
  /** The five entries, for landscape where the tab bar is hidden. */
  menu?: ReactNode;
  /** Called when the scrolling part is mounted; the returned function is called before it is removed. */
  arrive?: (main: HTMLElement) => () => void;
}

export const ScreenFrameContext = createContext<ScreenFrame>({});

interface ScreenProps {
  /** Shown in the header and as the window's title. */
  title: string;
  /** `bar` centres the title between the icons; `none` leaves the header to the screen (Home, Log in). */
  header?: "bar" | "none";
  /** `points` makes the bar red, for a balance below it. */
  tone?: "paper" | "points";
  /** The text behind the info icon. */
  info?: ReactNode;
  /** Content to the edges, with its own padding. */
  flush?: boolean;
  /** Content under the scrolling part: the main button. */
  footer?: ReactNode;
  /** Text only: without a focusable element inside, the scrolling part itself has to be focusable. */
  reading?: boolean;
  children: ReactNode;
}

export function Screen({
  title,
  header = "bar",
  tone = "paper",
  info,
  flush = false,
  footer,
  reading = false,
  children,
}: ScreenProps) {
  const { back, menu, arrive } = useContext(ScreenFrameContext);
  const main = useRef<HTMLElement>(null);
  useLayoutEffect(() => (main.current ? arrive?.(main.current) : undefined), [arrive]);
  useEffect(() => {
    document.title = `${title} · ${programmeName}`;
  }, [title]);
  return (
    <>
      {header === "bar" ? (
        <header className={classes(css.bar, tone === "points" && css.points)}>
          <span>{back && <BackButton onClick={back} />}</span>
          <h1>{title}</h1>
          <span className={css.end}>
            {info && <InfoButton title={title}>{info}</InfoButton>}
            {menu && <span className={css.menu}>{menu}</span>}
          </span>
        </header>
      ) : (
        menu && <span className={classes(css.menu, css.menuOnly, flush && css.menuCover)}>{menu}</span>
      )}
      <main
        ref={main}
        className={classes(
          css.main,
          header === "none" && css.open,
          flush && css.flush,
          flush && header === "none" && css.plain,
          reading && css.reading,
        )}
        tabIndex={reading ? 0 : undefined}
      >
        {children}
      </main>
      {footer && <footer className={css.footer}>{footer}</footer>}
    </>
  );
}

/** A bar with the back button only, while the screen itself is loading. */
export function BackBar({ onClick }: { onClick(): void }) {
  return (
    <header className={css.bar}>
      <BackButton onClick={onClick} />
    </header>
  );
}

export function BackButton({ onClick }: { onClick(): void }) {
  const { t } = useTranslation();
  return (
    <IconButton label={t("back")} onClick={onClick}>
      <BackIcon />
    </IconButton>
  );
}

export function InfoButton({ title, children }: { title: string; children: ReactNode }) {
  const { t } = useTranslation();
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  return (
    <>
      <IconButton label={t("about")} onClick={() => setOpen(true)}>
        <InfoIcon />
      </IconButton>
      {open && (
        <LazyDialog
          title={title}
          onClose={close}
          onMissing={close}
          actions={<Button onClick={close}>{t("gotIt")}</Button>}
        >
          {children}
        </LazyDialog>
      )}
    </>
  );
}
