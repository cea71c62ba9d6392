import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Toaster } from "../dialog/Toaster";
import type { Failure } from "../loading/States";
import css from "./Frame.module.css";

/** The app's box: the whole window on a phone, a phone on the branch scene in a wide and tall one. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={css.stage}>
      <div className={css.app}>
        {children}
        <div className={css.edge}>
          <Toaster />
        </div>
      </div>
    </div>
  );
}

function watchLine(listener: () => void) {
  window.addEventListener("online", listener);
  window.addEventListener("offline", listener);
  return () => {
    window.removeEventListener("online", listener);
    window.removeEventListener("offline", listener);
  };
}

/**
 * Shown when the device knows that it is offline, and when the server was asked in vain. `trouble` is why: without a
 * word and a status it is the line, else the server has said what is wrong, and the line is not to blame.
 */
export function OfflineBanner({ trouble }: { trouble?: Failure }) {
  const { t } = useTranslation();
  const online = useSyncExternalStore(watchLine, () => navigator.onLine);
  const words = (online && trouble?.message) || t(online && trouble?.status ? "failedTitle" : "offline");
  return (
    <div className={css.edge} role="status">
      {(!online || trouble) && <p className={css.offline}>{words}</p>}
    </div>
  );
}
