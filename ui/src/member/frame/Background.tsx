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

// A window in which the phone leaves room on both sides.
const ROOMY = "(min-width: 1200px) and (min-height: 700px)";

const Beside = lazyComponent(async () => {
  const [{ AsidePanel: component }] = await Promise.all([import("./AsidePanel"), loadWords("beside")]);
  return component;
});
const OpenLanguages = lazyComponent(async () => (await import("./OpenLanguages")).OpenLanguages);

// Links from outside lead there; on the way in the choice lies open.
const WITH_LANGUAGES = [paths.signup, paths.forgot, paths.reset, paths.unsubscribe, paths.privacy];

/** What goes along on every screen, of members and of visitors; it comes after them and moves nothing of theirs. */
export function Background() {
  const { pathname } = useLocation();
  const navigate = useRef<NavigateFunction>(undefined);
  navigate.current = useNavigate();
  // Whoever logs out in another tab leaves nothing in this one either. What was typed when a session ran out, in this
  // tab or in another, is to be given back.
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
