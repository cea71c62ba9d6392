import i18next from "i18next";
import { useEffect, useRef } from "react";
import { type NavigateFunction, useNavigate } from "react-router";
import { onLeaving } from "../../api/session";
import { showToast } from "../../components/Toaster";
import { clearTab } from "../../device/host";
import { followPictures } from "../../device/pictures";
import { loadWords } from "../../i18n/i18n";
import { withBack } from "../../paths";
import { fetchPlaces } from "./arrival";

/** What goes along on every screen, of members and of visitors, and shows nothing by itself. */
export function Company() {
  const navigate = useRef<NavigateFunction>(undefined);
  navigate.current = useNavigate();
  useEffect(() => {
    // Without it, the way back leads to the top of a screen.
    fetchPlaces().catch(() => {});
  }, []);
  // Whoever logs out in another tab leaves nothing in this one either. What was typed when a session ran out, in this
  // tab or in another, is to be given back.
  useEffect(() => onLeaving(clearTab), []);
  useEffect(followPictures, []);
  useEffect(() => hearTaps((address) => void navigate.current?.(address, { state: withBack })), []);
  return null;
}

/** A tap on a notification leads to what it is about; the service worker tells where that is. */
function hearTaps(go: (address: string) => void) {
  const hear = ({ data, ports }: MessageEvent<unknown>) => {
    ports[0]?.postMessage(0);
    if (typeof data !== "string") return;
    // Whoever shows a coupon at a counter, or is filling something in, is not led away from it.
    if (!document.querySelector("dialog[open], form")) return go(data);
    const offer = () =>
      showToast(() => i18next.t("tapped.waits", { ns: "notifications" }), {
        label: () => i18next.t("tapped.open", { ns: "notifications" }),
        act: () => go(data),
      });
    // Where the words do not come, it waits among the notifications.
    loadWords("notifications").then(offer, () => {});
  };
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => navigator.serviceWorker?.removeEventListener("message", hear);
}
