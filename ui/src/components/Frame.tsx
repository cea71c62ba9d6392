import { type ReactNode, useSyncExternalStore } from "react";
import { useTranslation } from "react-i18next";
import css from "./Frame.module.css";
import { Toaster } from "./Toaster";

/** The app's box: the whole window on a phone, a phone on the branch scene in a wide and tall one. */
export function Frame({ children }: { children: ReactNode }) {
  return (
    <div className={css.stage}>
      <div className={css.app}>
        {children}
        <Toaster />
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

/** Shown when the device knows that it is offline, or when `lost` says that the server is out of reach. */
export function OfflineBanner({ lost = false }: { lost?: boolean }) {
  const { t } = useTranslation();
  const online = useSyncExternalStore(watchLine, () => navigator.onLine);
  return <div role="status">{(!online || lost) && <p className={css.offline}>{t("offline")}</p>}</div>;
}
