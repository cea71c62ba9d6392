import i18next from "i18next";
import { useEffect, useRef } from "react";
import { matchPath, type NavigateFunction, useLocation, useNavigate } from "react-router";
import { onLeaving } from "../../api/session";
import { followKeyboard } from "../../device/keyboard";
import { clearTab } from "../../device/nativeApp";
import { followPictures } from "../../device/pictures";
import { loadWords } from "../../i18n/i18n";
import { showToast } from "../../kit/dialog/Toaster";
import { lazyComponent, renderNothing } from "../../kit/loading/lazyComponent";
import { useMedia } from "../../kit/screen/useMedia";
import { paths, withBack } from "../../shared/paths";

// A window with room on both sides of the phone frame.
const ROOMY = "(min-width: 1200px) and (min-height: 700px)";

const Beside = lazyComponent(async () => {
  const [{ AsidePanel: component }] = await Promise.all([import("./AsidePanel"), loadWords("beside")]);
  return component;
});
const OpenLanguages = lazyComponent(async () => (await import("./OpenLanguages")).OpenLanguages);

// Links from outside the app lead to these screens. The login screen shows the languages itself.
const WITH_LANGUAGES = [paths.signup, paths.forgot, paths.reset, paths.unsubscribe, paths.privacy];

/** Effects and panels of every screen, with or without login. Loads last and must not move a screen. */
export function Background() {
  const { pathname } = useLocation();
  const navigate = useRef<NavigateFunction>(undefined);
  navigate.current = useNavigate();
  // A logout in another tab clears this tab too. A draft from before a session expired, here or in another
  // tab, is kept and restored.
  useEffect(() => onLeaving(clearTab), []);
  useEffect(followPictures, []);
  useEffect(followKeyboard, []);
  useEffect(() => hearTaps((address) => void navigate.current?.(address, { state: withBack })), []);
  const roomy = useMedia(ROOMY);
  return (
    <>
      {WITH_LANGUAGES.some((path) => matchPath(path, pathname)) && <OpenLanguages missing={renderNothing} />}
      {roomy && <Beside missing={renderNothing} />}
    </>
  );
}

/** Opens the screen of a tapped notification. The service worker sends its address. */
function hearTaps(go: (address: string) => void) {
  const hear = ({ data, ports }: MessageEvent<unknown>) => {
    ports[0]?.postMessage(0);
    if (typeof data !== "string") return;
    // Does not navigate away from an open dialog, such as a coupon, or from a form: offers a link instead.
    if (!document.querySelector("dialog[open], form")) return go(data);
    const offer = () =>
      showToast(() => i18next.t("tapped.waits", { ns: "notifications" }), {
        label: () => i18next.t("tapped.open", { ns: "notifications" }),
        act: () => go(data),
      });
    // If the translations do not load, the member finds it in the inbox.
    loadWords("notifications").then(offer, () => {});
  };
  navigator.serviceWorker?.addEventListener("message", hear);
  return () => navigator.serviceWorker?.removeEventListener("message", hear);
}
