import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import { Toaster } from "../dialog/Toaster";
import type { Failure } from "../loading/States";
import css from "./Frame.module.css";

/** The app's box: the whole window on a phone, a phone frame on a picture in a wide and tall window. */
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
 * Shown when the device reports offline or a request has failed. `trouble` is the cause: without a message
 * and a status it is the connection; otherwise the server's message is shown.
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
