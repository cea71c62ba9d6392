import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useCallback, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { matchPath, useLocation } from "react-router";
import { FAR, followPulls } from "../../device/pullDown";
import { loadWords } from "../../i18n/i18n";
import { classes } from "../../kit/classes";
import { showToast } from "../../kit/dialog/Toaster";
import { Blossom } from "../../kit/screen/Blossom";
import text from "../../kit/styles/text.module.css";
import { paths } from "../../shared/paths";
import css from "./PullToRefresh.module.css";

/** Screens of the camera: a finger on them moves nothing. */
const WITHOUT = [paths.scan, paths.earn];

/** The shortest time that the blossom turns, in milliseconds. A shorter turn would look like a fault. */
const SHOWN_MS = 500;

/** The share of a pull beyond `FAR` that moves the blossom. */
const RESISTANCE = 0.25;

const canRefresh = (pathname: string) => !WITHOUT.some((path) => matchPath(path, pathname));

// Coupons, tutorials, sheets and questions are all dialogs.
const mayBegin = () => !document.querySelector("dialog[open]") && canRefresh(window.location.pathname);

/** Fetches the data of the screen again, and tells whether all of it came. */
async function fetchAgain(client: QueryClient): Promise<boolean> {
  const shown = new Promise((resolve) => setTimeout(resolve, SHOWN_MS));
  await Promise.all([client.refetchQueries({ type: "active" }), shown]);
  const active = client.getQueryCache().findAll({ type: "active" });
  return active.every((query) => query.isDisabled() || query.state.status !== "error");
}

/** Places the disc so many pixels below the top of the screen. */
function place(disc: HTMLElement | null, by: number, main: HTMLElement | null = null) {
  if (main) disc?.style.setProperty("top", `${main.offsetTop}px`);
  disc?.style.setProperty("--by", `${by}px`);
}

/**
 * A pull from the top of a screen fetches its data again, as does a button, which is visible while it has the focus
 * of a keyboard. A blossom turns meanwhile.
 */
export function PullToRefresh() {
  const { t } = useTranslation("refresh");
  const client = useQueryClient();
  const { pathname } = useLocation();
  const disc = useRef<HTMLDivElement>(null);
  const [held, setHeld] = useState(false);
  const [state, setState] = useState<"busy" | "done">();
  const busy = useRef(false);
  const words = useRef(t);
  words.current = t;
  const refresh = useCallback(async () => {
    if (busy.current) return;
    busy.current = true;
    setState("busy");
    const whole = await fetchAgain(client);
    busy.current = false;
    setState(whole ? "done" : undefined);
    if (!whole) showToast(words.current("failed"), undefined, "note");
  }, [client]);
  useEffect(() => {
    return followPulls({
      mayBegin: () => !busy.current && mayBegin(),
      onPull(by, main) {
        place(disc.current, Math.min(by, FAR) + Math.max(0, by - FAR) * RESISTANCE, main);
        disc.current?.style.setProperty("--turn", `${by * 2}`);
        setHeld(true);
      },
      onRelease(far) {
        place(disc.current, far ? FAR : 0);
        setHeld(false);
        if (far) void refresh();
      },
    });
  }, [refresh]);
  return (
    <>
      {canRefresh(pathname) && (
        <button
          type="button"
          className={css.again}
          onClick={() => {
            place(disc.current, FAR, document.querySelector("main"));
            void refresh();
          }}
        >
          {t("again")}
        </button>
      )}
      <div
        ref={disc}
        className={classes(css.pull, held && css.held, state === "busy" && css.busy)}
        aria-hidden="true"
      >
        <Blossom size={26} stamens={false} />
      </div>
      <p className={text.sr} role="status">
        {state && t(state)}
      </p>
    </>
  );
}

/** The part, once its texts are loaded. */
export async function withWords() {
  await loadWords("refresh");
  return PullToRefresh;
}
